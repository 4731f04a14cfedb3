// The page without a network: words looked up from the list kept on this device.
import { $, h } from "../core/dom.js";
import { _, number } from "../core/i18n.js";
import { has, made, quiz, unpack } from "./list.js";

const SHOWN = 300;
const address = document.body.dataset.words;
let words = [];

const plain = (text) =>
  text.normalize("NFD").replace(/[\u0300-\u036f\s]/g, "").toUpperCase().replace(/Œ/g, "OE")
    .replace(/Æ/g, "AE");

async function load() {
  const reply = await fetch(address);
  if (!reply.ok) throw new Error(String(reply.status));
  words = unpack(await reply.text());
  $("#kept").textContent = _("{n} mots sont sur cet appareil.", { n: number(words.length) });
  $("#keep").hidden = true;
  $("#ask").hidden = $("#quiz-card").hidden = false;
}

/** Only what is kept already is opened by itself: a megabyte is asked for by a tap. */
async function begin() {
  const kept = globalThis.caches && await (await caches.open("rc-words")).match(address);
  $("#keep").hidden = Boolean(kept);
  if (kept) await load();
  document.body.dataset.ready = "";
}

async function keep() {
  $("#keep").disabled = true;
  try {
    await navigator.serviceWorker?.ready;
    await load();
  } catch {
    $("#kept").textContent = _("La liste n'a pas pu être reçue : il y faut le serveur.");
  }
  $("#keep").disabled = false;
}

function answer(event) {
  event.preventDefault();
  const letters = plain($("#word").value);
  const out = $("#answer");
  if (!/^[A-Z?]{2,15}$/.test(letters) || letters.split("?").length > 3) {
    out.replaceChildren(_("De 2 à 15 lettres, « ? » pour un joker, deux au plus."));
    return;
  }
  const single = !letters.includes("?");
  const good = single && has(words, letters);
  const verdict = good
    ? _("✓ {word} est admis.", { word: letters })
    : single
    ? _("✗ {word} n'est pas dans la liste.", { word: letters })
    : "";
  const all = made(words, letters).filter((word) => word !== letters);
  const some = made(words, letters, true).sort((a, b) => b.length - a.length);
  out.replaceChildren(
    h("p", { class: good ? "note is-good" : "note" }, verdict || letters),
    group(_("Anagrammes"), all),
    group(_("Mots d'un tirage"), some),
  );
}

const group = (title, found) =>
  h(
    "section",
    {},
    h("h3", {}, `${title} (${number(found.length)})`),
    h("ul", { class: "words" }, ...found.slice(0, SHOWN).map((word) => h("li", {}, word))),
  );

function ask() {
  const asked = quiz(words);
  const list = h(
    "ol",
    { class: "quiz" },
    ...asked.map(({ word }, i) =>
      h(
        "li",
        {},
        h("label", { class: "choice" }, h("input", { type: "checkbox", value: i }), " ", word),
      )
    ),
  );
  const button = h("button", { type: "button", class: "primary" }, _("Corriger"));
  button.addEventListener("click", () => mark(asked, list, button));
  $("#quiz").replaceChildren(list, button);
}

function mark(asked, list, button) {
  const boxes = [...list.querySelectorAll("input")];
  let right = 0;
  asked.forEach(({ word, exists }, i) => {
    const good = boxes[i].checked === exists;
    right += good;
    const text = exists ? _("existe") : _("n'existe pas");
    boxes[i].closest("li").replaceChildren(`${good ? "✓" : "✗"} ${word} : ${text}`);
  });
  button.replaceWith(h("p", { role: "status" }, h("strong", {}, `${right} / ${asked.length}`)));
}

$("#keep").addEventListener("click", keep);
$("#ask").addEventListener("submit", answer);
$("#new-quiz").addEventListener("click", ask);
begin();
