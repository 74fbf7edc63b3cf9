package io.quipu.client;

import io.vertx.core.json.JsonObject;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** A client in a process of its own, which speaks the protocol of {@code clients/behaviours.md}. */
final class ProcessUnderTest implements ClientUnderTest {
  private final Process process;
  private final BufferedWriter in;
  private final AtomicInteger refs = new AtomicInteger();
  private final Map<Integer, CompletableFuture<JsonObject>> asked = new ConcurrentHashMap<>();
  private final Map<Integer, Consumer<JsonObject>> followed = new ConcurrentHashMap<>();
  private final CompletableFuture<Void> ready = new CompletableFuture<>();

  private ProcessUnderTest(Process process) {
    this.process = process;
    this.in =
        new BufferedWriter(
            new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8));
  }

  /** How to start one with a command. */
  static Start of(List<String> command) {
    return (address, namespace, token, options) -> {
      ProcessBuilder builder = new ProcessBuilder(command).redirectError(Redirect.INHERIT);
      builder.environment().keySet().removeIf(name -> name.startsWith("QUIPU_"));
      builder.environment().put("QUIPU_ADDRESS", address);
      builder.environment().put("QUIPU_NAMESPACE", namespace);
      builder.environment().put("QUIPU_OPTIONS", options.encode());
      if (token != null) {
        builder.environment().put("QUIPU_TOKEN", token);
      }
      try {
        ProcessUnderTest started = new ProcessUnderTest(builder.start());
        Thread reader = new Thread(started::read, "client-under-test");
        reader.setDaemon(true);
        reader.start();
        io.quipu.testing.dev.TestPatience.join(started.ready);
        return started;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    };
  }

  private void read() {
    try (BufferedReader out =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = out.readLine(); line != null; line = out.readLine()) {
        received(new JsonObject(line));
      }
    } catch (IOException | RuntimeException e) {
      System.err.println("A client under test said what it should not: " + e);
    }
    IllegalStateException over = new IllegalStateException("the client under test has ended");
    ready.completeExceptionally(over);
    asked.values().forEach(answer -> answer.completeExceptionally(over));
  }

  private void received(JsonObject message) {
    if (message.containsKey("ready")) {
      ready.complete(null);
    } else if (message.containsKey("live")) {
      followed.get((Integer) message.remove("live")).accept(message);
    } else {
      asked.remove((Integer) message.remove("ref")).complete(message);
    }
  }

  @Override
  public CompletableFuture<JsonObject> ask(JsonObject request) {
    return send(request, refs.incrementAndGet());
  }

  @Override
  public CompletableFuture<JsonObject> live(JsonObject request, Consumer<JsonObject> messages) {
    int ref = refs.incrementAndGet();
    followed.put(ref, messages);
    return send(request, ref);
  }

  private CompletableFuture<JsonObject> send(JsonObject request, int ref) {
    CompletableFuture<JsonObject> answer = new CompletableFuture<>();
    asked.put(ref, answer);
    synchronized (in) {
      try {
        in.write(request.copy().put("ref", ref).encode());
        in.write('\n');
        in.flush();
      } catch (IOException e) {
        answer.completeExceptionally(e);
      }
    }
    return answer;
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
