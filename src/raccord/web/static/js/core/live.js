// Server-sent events that come back by themselves, from the last event seen.

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
  const retry = () => {
    if (!closed && source.readyState === EventSource.CLOSED) {
      clearTimeout(timer);
      open();
    }
  };
  // A phone that wakes must not wait out a pause begun while it slept.
  addEventListener("online", retry);
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) retry();
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
