// A link to copy, or the key that one brought along behind the # of an address.
import { $ } from "../core/dom.js";
import { _ } from "../core/i18n.js";
import { toast } from "../core/toast.js";

const link = $("#link");
const key = $("#key");
if (link) {
  link.value = new URL(link.value, location.href).href;
  $("#copy-link").addEventListener("click", async () => {
    link.select();
    try {
      await navigator.clipboard.writeText(link.value);
      toast(_("Lien copié."), "", 3);
    } catch {
      // Without permission the link is selected, to be copied by hand.
    }
  });
}
if (key && location.hash.length > 1) {
  key.value = location.hash.slice(1);
  // The key must not stay in the browser's history.
  history.replaceState(null, "", location.pathname);
}
