// A game that is over: its page shows the results as they were when it was made.
import { pageData } from "./dom.js";

const results = ({ phase, published, missing, ranking }) =>
  JSON.stringify([phase, published, missing, ranking]);
let shown = null;

/**
 * Ask for the page again where `view` has other results than the page. The page itself says what
 * it shows: they may have changed between its making and the first word of the stream.
 */
export function renew(view) {
  shown ??= pageData("rc-shown");
  if (view.revision >= shown.revision && results(view) !== results(shown)) location.reload();
}
