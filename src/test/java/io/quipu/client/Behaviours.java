package io.quipu.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.testing.dev.TestPatience;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** The ground of each row of {@code clients/behaviours.md}: a proxy, clients, a counter. */
abstract class Behaviours {
  private static final AtomicInteger COUNTERS = new AtomicInteger();

  private final List<ClientUnderTest> clients = new ArrayList<>();
  String counter;
  FaultProxy proxy;

  abstract TestedService service();

  @BeforeEach
  void openTheWay() throws IOException {
    counter = "counter-" + COUNTERS.incrementAndGet();
    proxy = new FaultProxy(service().addresses());
  }

  @AfterEach
  void closeTheWay() throws IOException {
    clients.forEach(ClientUnderTest::close);
    proxy.close();
  }

  ClientUnderTest client() {
    return client(new JsonObject());
  }

  ClientUnderTest client(JsonObject options) {
    return client(proxy.uri().toString(), null, options);
  }

  ClientUnderTest client(String address, String token, JsonObject options) {
    ClientUnderTest client =
        service().client().at(address, TestedService.NAMESPACE, token, options);
    clients.add(client);
    return client;
  }

  static JsonObject options(String name, Object value) {
    return new JsonObject().put(name, value);
  }

  static JsonObject request(String op) {
    return new JsonObject().put("op", op);
  }

  JsonObject add() {
    return new JsonObject().put("op", "add").put("counter", counter);
  }

  JsonObject addMany(int events) {
    return new JsonObject()
        .put("op", "addMany")
        .put("counters", new JsonArray().add(counter))
        .put("count", events);
  }

  JsonObject get() {
    return new JsonObject().put("op", "get").put("counter", counter);
  }

  static JsonObject close(int withinMs) {
    return new JsonObject().put("op", "close").put("withinMs", withinMs);
  }

  static JsonObject done(CompletableFuture<JsonObject> answer) {
    return TestPatience.join(answer);
  }

  static void isOk(JsonObject answer) {
    assertThat(answer.getBoolean("ok", false)).as(answer.encode()).isTrue();
  }

  static void isError(JsonObject answer, String error) {
    assertThat(answer.getString("error")).as(answer.encode()).isEqualTo(error);
  }

  /** The count, asked without the client. */
  void counted(int count) {
    assertThat(service().read(counter).getInteger("count")).isEqualTo(count);
  }

  List<ProxiedRequest> recording() {
    return proxy.requests().stream().filter(ProxiedRequest::records).toList();
  }

  /** All ids of the counter that were sent. */
  Set<String> ids() {
    Set<String> ids = new TreeSet<>();
    for (ProxiedRequest request : recording()) {
      for (Object event : request.events()) {
        ids.add(((JsonObject) event).getString("id"));
      }
    }
    return ids;
  }

  /** Sends the event again that an error is about, by another client over a way without faults. */
  void sendAgain(JsonObject error) {
    proxy.otherwise(request -> Fault.NONE);
    isOk(
        done(
            client()
                .ask(
                    add()
                        .put("id", error.getString("id"))
                        .put("delta", error.getLong("delta"))
                        .put("events", error.getInteger("events")))));
  }
}
