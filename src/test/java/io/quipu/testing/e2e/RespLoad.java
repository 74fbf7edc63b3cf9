package io.quipu.testing.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.edge.resp.RespSocket;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;

/**
 * Pipelines of increments of one counter, whose connections end in the middle: what was sent, and
 * what of it was acknowledged. Safe on any thread.
 */
final class RespLoad {
  static final int CLIENTS = 4;
  private static final int PIPELINE = 64;

  private final byte[] pipeline;
  private final String database;
  private final AtomicLong sent = new AtomicLong();
  private final AtomicLong acknowledged = new AtomicLong();
  private final AtomicLong cut = new AtomicLong();

  RespLoad(String command, String counter, String database) {
    this.database = database;
    byte[] one = RespSocket.command(command, counter);
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (int i = 0; i < PIPELINE; i++) {
      all.writeBytes(one);
    }
    this.pipeline = all.toByteArray();
  }

  long acknowledged() {
    return acknowledged.get();
  }

  /** How many connections ended before all was answered. */
  long cut() {
    return cut.get();
  }

  void assertHolds(CountRead read) {
    assertThat(read.count()).isBetween(acknowledged.get(), sent.get());
  }

  /** Sends until it is over, by connections of which each third is killed in a pipeline. */
  void run(InetSocketAddress address, BooleanSupplier over) {
    while (!over.getAsBoolean()) {
      try (RespSocket socket = new RespSocket(address)) {
        socket.ask("SELECT", database);
        converse(socket, over);
      } catch (IOException ended) {
        cut.incrementAndGet();
      }
    }
  }

  private void converse(RespSocket socket, BooleanSupplier over) throws IOException {
    for (int round = 0; round < 20 && !over.getAsBoolean(); round++) {
      // before: nobody knows how much of it gets through
      sent.addAndGet(PIPELINE);
      socket.send(pipeline);
      boolean killed = ThreadLocalRandom.current().nextInt(20) == 0;
      int answers = killed ? ThreadLocalRandom.current().nextInt(PIPELINE) : PIPELINE;
      for (int i = 0; i < answers; i++) {
        if (!socket.reply().startsWith("-")) {
          acknowledged.incrementAndGet();
        }
      }
      if (killed) {
        socket.kill();
        throw new IOException("killed");
      }
    }
  }
}
