package io.quipu.edge.resp;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quipu.edge.guard.body.ByteBudget;
import io.quipu.edge.resp.command.CommandTable;
import io.quipu.edge.resp.command.Session;
import io.quipu.edge.resp.counters.CounterCommands;
import io.quipu.edge.resp.counters.ScanCursors;
import io.quipu.edge.resp.protocol.Command;
import io.quipu.edge.resp.protocol.ReplyBytes;
import io.quipu.engine.time.Clock;
import io.quipu.service.auth.Caller;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What a conversation holds for a client that does not take its replies. */
class ConversationTest {
  private static final int COMMANDS = 20_000;

  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final ByteBudget budget = new ByteBudget(10_000_000, registry);
  private final Client client = new Client();
  private final Conversation conversation =
      new Conversation(
          new Session(1, "here", Caller.ANYONE, "votes", "", 0),
          // commands about counters are not sent
          new CounterCommands(null, new ScanCursors()),
          new ConnectionCommands(
              null, new Databases(new TreeMap<>(Map.of(0, "votes"))), null, Clock.system()),
          new RespMeters(registry),
          budget,
          Clock.system(),
          client);

  /** It takes one piece, and then nothing until it is told to. */
  private static final class Client implements Peer {
    private final Queue<Runnable> tasks = new ArrayDeque<>();
    private long taken;
    private int largest;
    private boolean full;
    private boolean heard = true;
    private boolean closed;

    @Override
    public void write(byte[] bytes) {
      taken += bytes.length;
      largest = Math.max(largest, bytes.length);
      full = true;
    }

    @Override
    public boolean isFull() {
      return full;
    }

    @Override
    public void listen(boolean more) {
      heard = more;
    }

    @Override
    public void later(Runnable task) {
      tasks.add(task);
    }

    @Override
    public void close() {
      closed = true;
    }

    private void runAll() {
      for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
        task.run();
      }
    }
  }

  @Test
  void writesAndHoldsABoundedPart_andTheRestWhenThatIsTaken() {
    conversation.hear("COMMAND\r\n".repeat(COMMANDS).getBytes(US_ASCII));
    client.runAll();
    int one = client.largest / (1 + ReplyQueue.MOST_BYTES / reply());
    assertThat(one).isEqualTo(reply());
    assertThat(client.taken).isLessThan(ReplyQueue.MOST_BYTES + one);
    assertThat(client.heard).as("it is not read").isFalse();
    assertThat(begun()).isLessThanOrEqualTo(2L * (1 + ReplyQueue.MOST_BYTES / one));

    long before = 0;
    while (client.taken > before) {
      before = client.taken;
      client.full = false;
      conversation.drained();
      client.runAll();
    }
    assertThat(client.taken).isEqualTo((long) COMMANDS * one);
    assertThat(client.largest).isLessThan(ReplyQueue.MOST_BYTES + one);
    assertThat(client.heard).isTrue();
    assertThat(budget.held()).isZero();
  }

  @Test
  void ends_whenWhatWaitsWasTaken() {
    conversation.hear(("COMMAND\r\n".repeat(100) + "QUIT\r\n").getBytes(US_ASCII));
    client.runAll();
    while (!client.closed) {
      long before = client.taken;
      client.full = false;
      conversation.drained();
      client.runAll();
      assertThat(client.closed || client.taken > before).isTrue();
    }
    assertThat(client.taken).isEqualTo(100L * reply() + "+OK\r\n".length());
  }

  @Test
  void holdsNothing_whenTheConnectionIsGone() {
    conversation.hear("COMMAND\r\n".repeat(COMMANDS).getBytes(US_ASCII));
    conversation.end();
    client.runAll();
    assertThat(client.taken).isZero();
    assertThat(budget.held()).isZero();
  }

  private long begun() {
    return registry.get("quipu.resp.commands").timer().count();
  }

  /** How long the reply to one command is. */
  private static int reply() {
    ReplyBytes bytes = new ReplyBytes();
    bytes.write(
        CommandTable.reply(new Command(List.of("COMMAND".getBytes(US_ASCII)))), Session.RESP2);
    return bytes.size();
  }
}
