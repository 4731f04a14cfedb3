// The draws computed again in this browser from the secret published, by its own cryptography.
import { $, pageData } from "../core/dom.js";
import { _ } from "../core/i18n.js";

const WORDS = 2 ** 32;
const text = new TextEncoder();
const bytes = (hex) => Uint8Array.from(hex.match(/../g), (pair) => parseInt(pair, 16));
const hex = (buffer) =>
  [...new Uint8Array(buffer)].map((b) => b.toString(16).padStart(2, "0")).join("");

async function commitment(secret, parameters) {
  const parts = [text.encode("raccord-draws-1"), bytes(secret), text.encode(parameters)];
  const whole = parts.flatMap((part) => [...part, 0]);
  return hex(await crypto.subtle.digest("SHA-256", Uint8Array.from(whole)));
}

async function* words(key, number) {
  for (let block = 0;; block += 1) {
    const view = new DataView(
      await crypto.subtle.sign("HMAC", key, text.encode(`${number}:${block}`)),
    );
    for (let i = 0; i < 32; i += 4) yield view.getUint32(i, false);
  }
}

async function letters(key, { number, bag, letters: told }) {
  const row = [...bag];
  const stream = words(key, number);
  let drawn = "";
  while (drawn.length < told.length) {
    const limit = WORDS - (WORDS % row.length);
    let word = (await stream.next()).value;
    while (word >= limit) word = (await stream.next()).value;
    drawn += row.splice(word % row.length, 1)[0];
  }
  return drawn;
}

async function check({ proof, parameters, draws }) {
  if (await commitment(proof.secret, parameters) !== proof.commitment) {
    return _("Le secret publié n'est pas celui de l'engagement.");
  }
  const key = await crypto.subtle.importKey(
    "raw",
    bytes(proof.secret),
    { name: "HMAC", hash: "SHA-256" },
    false,
    ["sign"],
  );
  for (const draw of draws) {
    if (await letters(key, draw) !== draw.letters) {
      return _("Au coup {n}, le secret donne un autre tirage.", { n: draw.turn });
    }
  }
  return "";
}

const button = $("#check");
const here = $("#here");
if (globalThis.crypto?.subtle) {
  button.hidden = false;
  button.addEventListener("click", async () => {
    const fault = await check(pageData("proof"));
    here.hidden = false;
    here.className = `note ${fault ? "is-bad" : "is-good"}`;
    here.textContent = fault
      ? `✗ ${fault}`
      : "✓ " + _("Vérifié dans ce navigateur : l'engagement et tous les tirages concordent.");
  });
} else {
  here.hidden = false;
  here.textContent = _(
    "Ce navigateur ne sait pas vérifier sur une adresse sans https ; le serveur l'a fait.",
  );
}
