// A WebSocket for Node before 22, over node:http: as much of RFC 6455 as the tests need.
import { randomBytes } from "node:crypto";
import { request } from "node:http";

export class NodeWebSocket {
  onopen = null;
  onmessage = null;
  onclose = null;
  onerror = null;
  #socket;
  #rest = Buffer.alloc(0);
  #parts = [];
  #code = 1006;
  #request;

  constructor(url, protocol) {
    this.#request = request(url.replace(/^ws/, "http"), {
      headers: {
        Connection: "Upgrade",
        Upgrade: "websocket",
        "Sec-WebSocket-Key": randomBytes(16).toString("base64"),
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Protocol": protocol,
      },
    });
    this.#request.on("upgrade", (response, socket, head) => {
      this.#socket = socket;
      socket.on("data", (bytes) => this.#take(bytes));
      socket.on("error", () => undefined);
      socket.on("close", () => this.onclose?.({ code: this.#code, reason: "" }));
      this.onopen?.({});
      this.#take(head);
    });
    this.#request.on("response", (response) => {
      response.resume();
      this.onclose?.({ code: 1006, reason: `status ${response.statusCode}` });
    });
    this.#request.on("error", (error) => {
      this.onerror?.({ message: String(error) });
      this.onclose?.({ code: 1006, reason: String(error) });
    });
    this.#request.end();
  }

  send(text) {
    this.#write(1, Buffer.from(text));
  }

  close(code = 1000) {
    if (this.#socket) {
      const payload = Buffer.alloc(2);
      payload.writeUInt16BE(code);
      this.#write(8, payload);
      this.#socket.end();
    } else {
      this.#request.destroy();
    }
  }

  #write(opcode, payload) {
    const mask = randomBytes(4);
    const length =
      payload.length < 126 ? Buffer.from([0x80 | payload.length])
      : payload.length < 65_536 ? Buffer.from([0xfe, payload.length >> 8, payload.length & 0xff])
      : Buffer.from([0xff, 0, 0, 0, 0, 0, 0, 0, 0]);
    if (length.length > 3) {
      length.writeBigUInt64BE(BigInt(payload.length), 1);
    }
    const masked = Buffer.from(payload.map((byte, i) => byte ^ mask[i % 4]));
    this.#socket?.write(Buffer.concat([Buffer.from([0x80 | opcode]), length, mask, masked]));
  }

  #take(bytes) {
    this.#rest = Buffer.concat([this.#rest, bytes]);
    for (;;) {
      if (this.#rest.length < 2) {
        return;
      }
      const short = this.#rest[1] & 0x7f;
      const head = short < 126 ? 2 : short === 126 ? 4 : 10;
      if (this.#rest.length < head) {
        return;
      }
      const length =
        short < 126 ? short : short === 126 ? this.#rest.readUInt16BE(2) : Number(this.#rest.readBigUInt64BE(2));
      if (this.#rest.length < head + length) {
        return;
      }
      const first = this.#rest[0];
      const payload = this.#rest.subarray(head, head + length);
      this.#rest = this.#rest.subarray(head + length);
      this.#frame(first & 0x0f, (first & 0x80) !== 0, payload);
    }
  }

  #frame(opcode, last, payload) {
    if (opcode === 8) {
      this.#code = payload.length >= 2 ? payload.readUInt16BE(0) : 1005;
      this.#write(8, payload.subarray(0, 2));
      this.#socket.end();
    } else if (opcode === 9) {
      this.#write(10, payload);
    } else if (opcode <= 1) {
      this.#parts.push(payload);
      if (last) {
        const data = Buffer.concat(this.#parts).toString();
        this.#parts = [];
        this.onmessage?.({ data });
      }
    }
  }
}
