package io.quipu.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Rows of {@code clients/behaviours.md}: namespaces that remember ids briefly, or not at all. */
abstract class WindowBehaviours extends Behaviours {
  private static final Duration BRIEFLY = Duration.ofSeconds(6);

  /** All attempts come while the id is remembered, so they count once; there are no others. */
  @Test
  void window() {
    namespace("brief-behaviours", BRIEFLY.toSeconds() + "s");
    proxy.otherwise(request -> request.records() ? Fault.SWALLOW : Fault.NONE);
    JsonObject options = options("requestTimeoutMs", 1_000).put("giveUpMs", 30_000);

    JsonObject doubt = done(client(options).ask(add().put("namespace", "brief-behaviours")));

    isError(doubt, "in-doubt");
    assertThat(doubt.getString("detail")).contains("counts once until 20");
    List<ProxiedRequest> attempts = recording();
    assertThat(attempts).hasSizeGreaterThan(1);
    assertThat(attempts.get(attempts.size() - 1).at() - attempts.get(0).at())
        .isLessThan(BRIEFLY.toNanos());
    assertThat(service().read("brief-behaviours", counter).getInteger("count")).isEqualTo(1);
  }

  @Test
  void windowOff() {
    namespace("forgetful-behaviours", "off");
    proxy.next(Fault.SWALLOW);

    JsonObject doubt = done(client().ask(add().put("namespace", "forgetful-behaviours")));

    isError(doubt, "in-doubt");
    assertThat(recording()).hasSize(1);
    assertThat(service().read("forgetful-behaviours", counter).getInteger("count")).isEqualTo(1);
  }

  /** It remembers a number of ids, and each for two minutes: too short for another attempt here. */
  @Test
  void windowLinear() {
    proxy.next(Fault.SWALLOW);
    JsonObject options = options("requestTimeoutMs", 121_000).put("giveUpMs", 200_000);

    JsonObject doubt =
        done(
            client(options)
                .ask(
                    request("increment")
                        .put("counter", counter)
                        .put("namespace", TestedService.TICKETS)
                        .put("delta", 1)));

    isError(doubt, "in-doubt");
    assertThat(doubt.getString("detail")).contains("counts once until 20");
    assertThat(recording()).hasSize(1);
    assertThat(service().read(TestedService.TICKETS, counter).getInteger("count")).isEqualTo(1);
  }

  /** A key that may only record cannot ask; whoever chose the give-up time knows. */
  @Test
  void windowHidden() {
    proxy.next(Fault.SWALLOW);
    proxy.otherwise(
        request -> request.showsNamespace() ? Fault.refuse(403, "forbidden") : Fault.NONE);

    isOk(done(client().ask(add())));

    assertThat(recording()).hasSize(2);
    counted(1);
  }

  @Test
  void windowUnheard() {
    proxy.next(Fault.SWALLOW);
    proxy.otherwise(
        request ->
            request.showsNamespace() && asked() < 3
                ? Fault.refuse(503, "unavailable")
                : Fault.NONE);

    isOk(done(client().ask(add())));

    assertThat(proxy.requests().stream().map(ProxiedRequest::records))
        .containsExactly(true, false, false, false, true);
    counted(1);
  }

  private long asked() {
    return proxy.requests().stream().filter(ProxiedRequest::showsNamespace).count();
  }

  private void namespace(String name, String deduplicate) {
    JsonObject settings = new JsonObject().put("kind", "event").put("deduplicate", deduplicate);
    isOk(done(client().ask(request("putNamespace").put("name", name).put("settings", settings))));
  }
}
