// French is the language of the sources; another language is read once from the server.
const language = document.documentElement.lang || "fr";
const messages = language === "fr"
  ? {}
  : await fetch(`/i18n/${language}.json`).then((r) => (r.ok ? r.json() : {})).catch(() => ({}));

const rules = [
  [/ ([;!?])/g, "\u202f$1"],
  [/ ([:»%])/g, "\u00a0$1"],
  [/« /g, "«\u00a0"],
  [/(\d) (?=(?:points?|pts|min|s|lettres?|coups?|tables?)\b)/g, "$1\u00a0"],
  [/([a-zà-ÿA-Z])'(?=[\wà-ÿ«])/g, "$1’"],
];

/** French spaces and apostrophes for a text typed on a plain keyboard. */
export const typography = (text) => rules.reduce((t, [from, to]) => t.replace(from, to), text);

/** A French message in the language of the page; `{name}` is replaced by `values.name`. */
export function _(message, values = {}) {
  const found = language === "fr" ? typography(message) : messages[message] || message;
  return found.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? values[name] : whole));
}

/** The message for a number: in French 0 and 1 are singular. */
export const plural = (count, one, many, values = {}) =>
  _((language === "fr" ? Math.abs(count) < 2 : count === 1) ? one : many, {
    n: number(count),
    ...values,
  });

/** A formula as people call it: « 7 sur 8 + Joker », each part in the language. */
export const formulaName = (label) => label.split(" + ").map((part) => _(part)).join(" + ");

export const number = (value, digits = 0) =>
  new Intl.NumberFormat(language, { minimumFractionDigits: digits, maximumFractionDigits: digits })
    .format(value);
export const percent = (value) =>
  new Intl.NumberFormat(language, {
    style: "percent",
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  }).format(value);
export { language };
