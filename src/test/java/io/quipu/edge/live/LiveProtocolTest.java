package io.quipu.edge.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quipu.edge.guard.body.ByteBudget;
import io.quipu.edge.live.frames.CloseCode;
import io.quipu.engine.live.LiveMeters;
import io.quipu.engine.live.Reading;
import io.quipu.engine.time.HandDrivenTime;
import io.quipu.service.auth.Caller;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** What is left of a request that meets a defect: here there is no service, so every one does. */
class LiveProtocolTest {
  private final HandDrivenTime time = new HandDrivenTime();
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final LiveMeters meters = new LiveMeters(registry);
  private final ByteBudget budget = new ByteBudget(1 << 20, registry);
  private final Client client = new Client();
  private final FeedContext context =
      new FeedContext(
          null,
          new Feed(
              "http-1",
              watch -> new CompletableFuture<>(),
              time,
              Duration.ofSeconds(1),
              1_000,
              meters),
          new PrefixFeed("http-1", watch -> new CompletableFuture<>()),
          new CountMessage(),
          time,
          time,
          LiveSettings.DEFAULT,
          meters,
          budget);
  private final LiveProtocol protocol =
      new LiveProtocol(
          context,
          context.subscriptions(client),
          new SocketCaller(
              context,
              new SocketCaller.Opening(Caller.ANYONE, null, "127.0.0.1", "request"),
              client::close),
          client);

  /** What a client was sent. */
  private static final class Client implements LiveProtocol.Peer, Outlet {
    final List<String> said = new ArrayList<>();
    int answered;

    @Override
    public void say(String text) {
      said.add(text);
    }

    @Override
    public void close(CloseCode code, String reason) {
      throw new AssertionError(reason);
    }

    @Override
    public void endDeleted() {
      throw new AssertionError("nothing was deleted");
    }

    @Override
    public void answered() {
      answered++;
    }

    @Override
    public boolean isFull() {
      return false;
    }

    @Override
    public void send(Reading reading, long seq) {
      throw new AssertionError(reading);
    }
  }

  private void hear(String message) {
    protocol.hear(ByteBuffer.wrap(message.replace('\'', '"').getBytes(StandardCharsets.UTF_8)));
  }

  @Test
  void aRequestThatThrowsIsAnswered_andHoldsNothingAnyMore() {
    hear("{'type':'unsubscribe','ref':1,'counters':['a']}");
    hear("{'type':'unsubscribe','ref':2,'counters':['a']}");
    assertThat(client.said).hasSize(2).allMatch(text -> text.contains("/problems/internal-error"));
    assertThat(client.said.get(1)).contains("\"ref\":2");
    assertThat(client.answered).isEqualTo(2);
    assertThat(protocol.underWay()).isZero();
    assertThat(budget.held()).isZero();
  }
}
