// What stands below « Aide »: the sound, and the way out of the game.
import { $ } from "../core/dom.js";
import { _ } from "../core/i18n.js";
import { isMuted, setMuted } from "../core/sounds.js";
import { toast } from "../core/toast.js";

function showMute() {
  $("#mute").textContent = isMuted() ? _("Son : non") : _("Son : oui");
}

async function stop(host) {
  if (!confirm(_("Arrêter la partie maintenant ?"))) return;
  try {
    await host.post("stop", {});
    location.href = host.balance;
  } catch (error) {
    toast(error.message, "bad");
  }
}

export function startMenu(host) {
  $("#mute").addEventListener("click", () => {
    setMuted(!isMuted());
    showMute();
  });
  $("#stop").addEventListener("click", () => stop(host));
  showMute();
}
