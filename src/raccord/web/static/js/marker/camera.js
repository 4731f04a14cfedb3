// Pictures of slips: from a camera, without a button, or from files dropped or chosen. The club's
// own server finds the marks; nothing goes anywhere else.
import { ApiError, token } from "../core/api.js";
import { $, h } from "../core/dom.js";
import { _ } from "../core/i18n.js";
import { beep } from "../core/sounds.js";

// Often enough that nobody waits for it, seldom enough that a hall of markers may look at once.
const EVERY_MS = 350;
const WIDEST = 1920;
const QUALITY = 0.85;
// A frame that hardly differs from the one before tells nothing new.
const GLANCE = [32, 24];
const MOVED = 4;
const KINDS = /^image\/(jpeg|png)$/;

export class Camera {
  #video = $("#camera-view");
  #canvas = document.createElement("canvas");
  #glance = document.createElement("canvas");
  #stream = null;
  #timer = 0;
  #before = null;
  #said = "";

  /**
   * `desk` gives `base` and `where()`; `known()` are the tables already taken; what was read is
   * `taken(slips)`; `focus()` leaves the keyboard to the slips.
   */
  constructor(desk) {
    this.desk = desk;
    $("#camera-open").addEventListener("click", () => this.toggle());
    $("#camera-start").addEventListener("click", () => this.#stream ? this.stop() : this.start());
    $("#camera-which").addEventListener("change", () => this.start());
    $("#camera-torch").addEventListener("click", () => this.#torch());
    for (const input of [$("#camera-files"), $("#camera-folder")]) {
      input.addEventListener("change", () => {
        this.files([...input.files]);
        input.value = "";
      });
    }
    document.addEventListener("dragover", (event) => event.preventDefault());
    document.addEventListener("drop", (event) => {
      event.preventDefault();
      this.#open(true);
      this.files([...event.dataTransfer.files]);
    });
  }

  get isOpen() {
    return !$("#camera").hidden;
  }

  toggle() {
    this.#open(!this.isOpen);
    if (!this.isOpen) this.stop();
    else if (!isAllowed()) this.say(refusal());
  }

  open() {
    this.#open(true);
  }

  #open(open) {
    $("#camera").hidden = !open;
    $("#camera-open").setAttribute("aria-expanded", String(open));
  }

  say(text, kind = "") {
    this.#said = text;
    $("#camera-said").textContent = text;
    $("#camera-said").className = kind ? `note is-${kind}` : "note";
    $("#camera-said").hidden = !text;
  }

  // The camera

  async start() {
    this.stop();
    if (!isAllowed()) {
      this.say(refusal(), "bad");
      return;
    }
    const chosen = $("#camera-which").value;
    const which = chosen ? { deviceId: { exact: chosen } } : { facingMode: "environment" };
    try {
      this.#stream = await navigator.mediaDevices.getUserMedia({
        video: { ...which, width: { ideal: WIDEST }, height: { ideal: 1080 } },
      });
    } catch (error) {
      this.say(_("La caméra ne s'ouvre pas : {reason}", { reason: error.message }), "bad");
      return;
    }
    this.#video.srcObject = this.#stream;
    this.#video.hidden = false;
    await this.#video.play();
    $("#camera-start").textContent = _("Fermer la caméra");
    this.say(_("Montrez un bulletin : il se prend tout seul."));
    // Else Enter would close the camera instead of accepting the slip.
    this.desk.focus();
    await Promise.all([this.#listCameras(), this.#focus()]);
    this.#look();
  }

  stop() {
    clearTimeout(this.#timer);
    for (const track of this.#stream?.getTracks() ?? []) track.stop();
    this.#stream = null;
    this.#before = null;
    this.#video.hidden = true;
    $("#camera-torch").hidden = true;
    $("#camera-start").textContent = _("Ouvrir la caméra");
  }

  async #listCameras() {
    const all = await navigator.mediaDevices.enumerateDevices();
    const cameras = all.filter(({ kind }) => kind === "videoinput");
    const own = this.#track?.getSettings().deviceId;
    $("#camera-which").replaceChildren(...cameras.map(({ deviceId, label }, i) =>
      h(
        "option",
        { value: deviceId, selected: deviceId === own },
        label || _("Caméra {n}", { n: i + 1 }),
      )
    ));
    $("#camera-which").hidden = cameras.length < 2;
  }

  get #track() {
    return this.#stream?.getVideoTracks()[0];
  }

  /** Sharp at once, and a lamp, where the browser lets a page ask for them. */
  async #focus() {
    const can = this.#track?.getCapabilities?.() ?? {};
    $("#camera-torch").hidden = !can.torch;
    if (!can.focusMode?.includes("continuous")) return;
    await this.#track.applyConstraints({ advanced: [{ focusMode: "continuous" }] }).catch(() => {});
  }

  async #torch() {
    const on = $("#camera-torch").getAttribute("aria-pressed") !== "true";
    await this.#track?.applyConstraints({ advanced: [{ torch: on }] }).catch(() => {});
    $("#camera-torch").setAttribute("aria-pressed", String(on));
  }

  async #look() {
    const stream = this.#stream;
    if (!stream) return;
    try {
      const frame = this.#frame();
      if (frame) await this.#live(await frame);
    } finally {
      if (this.#stream === stream) this.#timer = setTimeout(() => this.#look(), EVERY_MS);
    }
  }

  /** The picture of now as a file; null where nothing has moved. */
  #frame() {
    const { videoWidth: width, videoHeight: height } = this.#video;
    if (!width || !this.#hasMoved()) return null;
    const shrink = Math.min(1, WIDEST / width);
    this.#canvas.width = width * shrink;
    this.#canvas.height = height * shrink;
    this.#canvas.getContext("2d").drawImage(
      this.#video,
      0,
      0,
      this.#canvas.width,
      this.#canvas.height,
    );
    return new Promise((done) => this.#canvas.toBlob(done, "image/jpeg", QUALITY));
  }

  #hasMoved() {
    [this.#glance.width, this.#glance.height] = GLANCE;
    const context = this.#glance.getContext("2d", { willReadFrequently: true });
    context.drawImage(this.#video, 0, 0, ...GLANCE);
    const seen = context.getImageData(0, 0, ...GLANCE).data;
    const before = this.#before;
    this.#before = seen;
    if (!before || this.again) return true;
    let most = 0;
    for (let i = 0; i < seen.length; i += 4) most = Math.max(most, Math.abs(seen[i] - before[i]));
    return most > MOVED;
  }

  async #live(blob) {
    try {
      const reply = await this.#send(blob);
      // Nothing in sight is no news; half a slip is.
      this.#show(reply, reply.partial ? reply.message : "");
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (!error.isTemporary) this.say(error.message, "bad");
    }
  }

  // Files

  async files(files) {
    const pictures = files.filter(({ type }) => KINDS.test(type));
    const strange = files.length - pictures.length;
    const said = strange ? [_("{n} fichier(s) qui ne sont pas des images", { n: strange })] : [];
    for (const file of pictures) {
      try {
        const reply = await this.#send(file);
        this.desk.taken(reply.slips);
        const messages = [reply.message, ...reply.slips.map(({ message }) => message)];
        said.push(...messages.filter(Boolean).map((text) => `${file.name} : ${text}`));
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        said.push(`${file.name} : ${error.message}`);
      }
    }
    this.say(said.join(" · "), said.length ? "bad" : "");
    if (said.length) beep("doubt");
  }

  /** What the server has read; a line that says why not is told once. */
  #show({ slips }, message) {
    this.desk.taken(slips);
    const refused = slips.map((slip) => slip.message).filter(Boolean);
    const text = [message, ...refused].filter(Boolean).join(" · ");
    if (!text || text === this.#said) return;
    this.say(text, "bad");
    if (refused.length) beep("doubt");
  }

  async #send(blob) {
    const { turn, draw } = this.desk.where();
    const asked = new URLSearchParams({ draw, known: this.desk.known().join(",") });
    if (turn) asked.set("turn", turn);
    let response;
    try {
      response = await fetch(`${this.desk.base}/photos?${asked}`, {
        method: "POST",
        headers: {
          accept: "application/json",
          "content-type": blob.type || "application/octet-stream",
          "x-csrf-token": token(),
        },
        credentials: "same-origin",
        body: blob,
      });
    } catch {
      throw new ApiError(0, { code: "offline", message: _("Hors connexion.") });
    }
    const data = await response.json().catch(() => null);
    if (!response.ok) throw new ApiError(response.status, data?.error);
    return data;
  }
}

const isAllowed = () => isSecureContext && Boolean(navigator.mediaDevices?.getUserMedia);

function refusal() {
  return isSecureContext
    ? _("Ce navigateur n'ouvre pas de caméra : déposez ici des photos ou des scans.")
    : _(
      "Le navigateur n'ouvre la caméra qu'en https, ou sur la machine du serveur (localhost) : déposez ici des photos ou des scans.",
    );
}
