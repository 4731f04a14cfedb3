// The pages of an event with centres: centres, ranking and decisions as they come.
import { $ } from "../core/dom.js";
import { keepFresh } from "../core/fresh.js";

const { live } = $("[data-live]").dataset;
keepFresh(live, ["changed"]);
document.body.dataset.ready = "";
