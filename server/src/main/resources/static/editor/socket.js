// The Language Server Protocol over one WebSocket: a message each.

// A later edit takes an earlier question back: RequestCancelled and ContentModified of the protocol.
const TAKEN_BACK = new Set([-32800, -32801]);

/** Named as Monaco's own, which asks again where it still wants to know. */
const failed = (error) => Object.assign(new Error(error.message), TAKEN_BACK.has(error.code) ? { name: "Canceled",
    message: "Canceled" } : {});

export class LanguageSocket {
  constructor(application, heard, state) {
    this.pending = new Map();
    this.last = 0;
    this.heard = heard;
    this.socket = new WebSocket(`${location.origin.replace(/^http/, "ws")}/editor/language?application=${encodeURIComponent(application)}`);
    this.socket.onmessage = (event) => this.take(JSON.parse(event.data));
    this.socket.onclose = (event) => state(event.reason || "disconnected");
  }

  take(message) {
    if (message.method) {
      this.heard(message.method, message.params);
      if (message.id !== undefined) this.send({ id: message.id, result: null });
      return;
    }
    const { kept, broken } = this.pending.get(message.id) ?? {};
    this.pending.delete(message.id);
    if (message.error) broken?.(failed(message.error));
    else kept?.(message.result);
  }

  send(message) {
    this.socket.send(JSON.stringify({ jsonrpc: "2.0", ...message }));
  }

  tell(method, params) {
    this.send({ method, params });
  }

  ask(method, params) {
    return new Promise((kept, broken) => {
      this.pending.set(++this.last, { kept, broken });
      this.send({ id: this.last, method, params });
    });
  }

  close() {
    this.socket.onclose = null;
    this.socket.close();
  }
}
