package io.quipu.edge.toy;

import static java.util.concurrent.CompletableFuture.completedFuture;
import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.edge.counters.MemoryEngine;
import io.quipu.engine.kind.TestKinds;
import io.quipu.engine.kind.answer.RecordOutcome.OutcomeUnknown;
import io.quipu.engine.kind.answer.RecordOutcome.Refusal;
import io.quipu.engine.kind.answer.RecordOutcome.Refused;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.Layout;
import io.quipu.engine.state.Tally;
import io.quipu.engine.time.Clock;
import io.quipu.ops.trace.Tracing;
import io.quipu.service.ServiceSettings;
import io.quipu.service.access.AccessRules;
import io.quipu.service.bus.LocalCodec;
import io.quipu.testing.dev.TestPatience;
import io.vertx.core.Vertx;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Another way in calls the application service, and nothing else has to know of it. */
class LineVerticleTest {
  @AutoClose private final Vertx vertx = Vertx.vertx();
  private final MemoryEngine engine = new MemoryEngine();
  private LineVerticle lines;

  @BeforeEach
  void start() {
    LocalCodec.register(vertx.eventBus());
    engine.exists("votes");
    engine.tallies.put(new CounterName("votes", "a"), Tally.of(7, 2));
    engine.serve(vertx.eventBus(), 1);
    lines =
        new LineVerticle(
            new ServiceSettings(
                TestKinds.TALLIES,
                1,
                1,
                new Layout(4, 2, 42, Duration.ofMinutes(1)),
                Clock.system(),
                TestPatience.LIMIT,
                AccessRules.OPEN,
                Tracing.NONE));
    vertx.deployVerticle(lines).await();
  }

  private String say(String line) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), lines.port())) {
      socket.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
      return new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8))
          .readLine();
    }
  }

  @Test
  void records() throws IOException {
    assertThat(say("record - votes a")).startsWith("OK ");
    assertThat(engine.appends).hasSize(1);
  }

  @Test
  void reads() throws IOException {
    assertThat(say("read - votes a")).contains("\"counter\":\"a\",\"count\":7,\"events\":2");
  }

  @Test
  void saysWhyNot_inItsOwnWords() throws IOException {
    assertThat(say("record - nobody a")).startsWith("ERROR UNKNOWN_NAMESPACE There is no");
    assertThat(say("record - votes " + "a".repeat(600))).startsWith("ERROR ");
    engine.onRecord = any -> completedFuture(new Refused(Refusal.QUEUE_FULL));
    assertThat(say("record - votes a")).startsWith("ERROR QUEUE_FULL Too many events");
    engine.onRecord = any -> completedFuture(new OutcomeUnknown());
    assertThat(say("record - votes a")).startsWith("ERROR OUTCOME_UNKNOWN It may or may not");
  }
}
