// The draws computed again in this browser from the record that came with the page.
import { $, pageData } from "../core/dom.js";
import { verify } from "./fair_draws.js";

$("#check").addEventListener("click", () => {
  const found = verify(pageData("record"), pageData("classic"));
  const isGood = found.status === "verified";
  const here = $("#here");
  here.hidden = false;
  here.className = `note ${isGood ? "is-good" : "is-bad"}`;
  here.textContent = `${isGood ? "✓" : "✗"} ${found.message}`;
});
