// What a ruling is called: the server names the sanctions, with the page.
import { pageData } from "./dom.js";
import { _ } from "./i18n.js";

const names = pageData("rc-sanctions");

/** Every sanction, from the mildest to the harshest. */
export const sanctions = Object.keys(names);
export const sanctionName = (sanction) => _(names[sanction]);
/** The sanction a ruling tells of: one with several outcomes waits for the commission. */
export const sanctionOf = (ruling) => ruling.outcomes.length ? "commission" : ruling.sanction;
