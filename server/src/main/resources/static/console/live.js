// One connection for events; views subscribe while they are shown.

const subscribers = new Set();

/** @returns a function that ends the subscription */
export function subscribe(listener) {
  subscribers.add(listener);
  return () => subscribers.delete(listener);
}

/** @param onState called with true when connected, with false when the connection is lost; the browser reconnects automatically */
export function listen(onState) {
  const source = new EventSource("/api/v1/events");
  source.onopen = () => onState(true);
  source.onerror = () => onState(false);
  source.onmessage = (message) => {
    const event = JSON.parse(message.data);
    subscribers.forEach((subscriber) => subscriber(event));
  };
  addEventListener("pagehide", () => source.close());
}
