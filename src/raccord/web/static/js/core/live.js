// Server-sent events that come back by themselves, from the last event seen.

/** The server gives up on who takes nothing for half a minute: after this a line is doubtful. */
const SLEPT_MS = 20_000;

/**
 * Listen to `url`. `handlers` maps event names to functions of the event's data (parsed JSON).
 * `onReset` is called when events were missed that the server no longer keeps: read all again.
 * Connection state goes to every `<rc-connection>` of the page and to `onState`.
 */
export function connect(
  url,
  handlers,
  { onReset = () => location.reload(), onState = () => {} } = {},
) {
  let source = null;
  let last = "";
  let wait = 500;
  let timer = 0;
  let closed = false;

  const state = (value) => {
    for (const dot of document.querySelectorAll("rc-connection")) dot.state = value;
    onState(value);
  };
  const open = () => {
    const address = new URL(url, location.href);
    if (last) address.searchParams.set("last", last);
    source = new EventSource(address);
    source.addEventListener("open", () => {
      wait = 500;
      state("open");
    });
    source.addEventListener("error", () => {
      state("closed");
      // A cut line is retried by the browser itself, a refusal (503, 404) is not.
      if (source.readyState !== EventSource.CLOSED || closed) return;
      clearTimeout(timer);
      timer = setTimeout(open, wait * (0.75 + Math.random() / 2));
      wait = Math.min(wait * 2, 10000);
    });
    const hear = (name, act) =>
      source.addEventListener(name, (event) => {
        // The browser sends it only on its own retries; ours put it in the address.
        last = event.lastEventId || last;
        let data = event.data;
        try {
          data = JSON.parse(event.data);
        } catch { /* rendered text */ }
        act(data, event);
      });
    for (const [name, act] of Object.entries(handlers)) hear(name, act);
    hear("reset", () => {
      last = "";
      onReset();
    });
  };
  const again = () => {
    if (closed) return;
    clearTimeout(timer);
    source.close();
    state("connecting");
    open();
  };
  // A line cut and mended may look open for minutes without a word: it is opened anew.
  addEventListener("online", again);
  addEventListener("offline", () => state("closed"));
  let hidden = 0;
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) hidden = Date.now();
    // A phone that wakes must not wait out a pause begun while it slept.
    else if (source.readyState !== EventSource.OPEN || Date.now() - hidden > SLEPT_MS) again();
  });
  state("connecting");
  open();
  return {
    close() {
      closed = true;
      clearTimeout(timer);
      source.close();
      state("closed");
    },
  };
}
