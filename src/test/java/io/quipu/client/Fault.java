package io.quipu.client;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The course of one request at the {@link FaultProxy}, on a thread of its own. */
@FunctionalInterface
interface Fault {
  Fault NONE = exchange -> exchange.answer(exchange.forward());

  /** The service answers, and the connection is closed instead. */
  Fault SWALLOW =
      exchange -> {
        exchange.forward();
        exchange.end();
      };

  /** The service answers, and nobody says anything. */
  Fault SILENCE =
      exchange -> {
        exchange.forward();
        exchange.awaitClosed();
      };

  /** Only half of the request arrives. */
  Fault CUT_REQUEST =
      exchange -> {
        exchange.forwardHalf();
        exchange.end();
      };

  /** Only half of the answer arrives. */
  Fault CUT_ANSWER =
      exchange -> {
        byte[] answer = exchange.forward();
        exchange.answer(Arrays.copyOf(answer, answer.length / 2));
        exchange.end();
      };

  void handle(Exchange exchange) throws IOException;

  /** Answers late. */
  static Fault delay(Duration pause) {
    return exchange -> {
      byte[] answer = exchange.forward();
      exchange.pause(pause);
      exchange.answer(answer);
    };
  }

  /** Answers when the latch opens. */
  static Fault until(CountDownLatch open) {
    return exchange -> {
      byte[] answer = exchange.forward();
      exchange.await(open);
      exchange.answer(answer);
    };
  }

  /** Answers in place of the service, which hears of nothing. */
  static Fault refuse(int status, String slug, String... headers) {
    return exchange -> exchange.answer(problem(status, slug, headers));
  }

  /** Lets the service act, and says something else than it does. */
  static Fault instead(byte[] answer) {
    return exchange -> {
      exchange.forward();
      exchange.answer(answer);
    };
  }

  static byte[] problem(int status, String slug, String... headers) {
    return response(
        status,
        "application/problem+json",
        "{\"type\":\"/problems/%s\",\"title\":\"planted\",\"status\":%d,\"detail\":\"planted\"}"
            .formatted(slug, status),
        headers);
  }

  static byte[] response(int status, String type, String body, String... headers) {
    StringBuilder text = new StringBuilder("HTTP/1.1 " + status + " Planted\r\n");
    for (String header : headers) {
      text.append(header).append("\r\n");
    }
    text.append("Content-Type: ").append(type).append("\r\n");
    text.append("Content-Length: ").append(body.length()).append("\r\n\r\n").append(body);
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }

  /** A request, its connection, and the way to a server. */
  final class Exchange {
    private static final int CONNECT_MILLIS = 5_000;

    private final ProxiedRequest request;
    private final Socket client;
    private final InetSocketAddress server;

    Exchange(ProxiedRequest request, Socket client, InetSocketAddress server) {
      this.request = request;
      this.client = client;
      this.server = server;
    }

    ProxiedRequest request() {
      return request;
    }

    byte[] forward() throws IOException {
      return forward(request);
    }

    /** Lets a server act; what it answers. */
    byte[] forward(ProxiedRequest other) throws IOException {
      try (Socket upstream = new Socket()) {
        upstream.connect(server, CONNECT_MILLIS);
        upstream.getOutputStream().write(other.forOneAnswer());
        byte[] answer = upstream.getInputStream().readAllBytes();
        if (answer.length == 0) {
          throw new IOException("the server has ended");
        }
        return answer;
      }
    }

    void forwardHalf() throws IOException {
      try (Socket upstream = new Socket()) {
        upstream.connect(server, CONNECT_MILLIS);
        byte[] all = request.forOneAnswer();
        OutputStream out = upstream.getOutputStream();
        out.write(all, 0, all.length - request.body().length() / 2 - 1);
        out.flush();
      }
    }

    void answer(byte[] bytes) throws IOException {
      client.getOutputStream().write(bytes);
    }

    void end() throws IOException {
      client.close();
    }

    void awaitClosed() throws IOException {
      if (client.getInputStream().read() >= 0) {
        throw new IOException("one request at a time");
      }
      end();
    }

    void pause(Duration pause) throws IOException {
      await(new CountDownLatch(1), pause);
    }

    void await(CountDownLatch open) throws IOException {
      await(open, Duration.ofMinutes(2));
    }

    private static void await(CountDownLatch open, Duration most) throws IOException {
      try {
        open.await(most.toNanos(), TimeUnit.NANOSECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException(e);
      }
    }
  }
}
