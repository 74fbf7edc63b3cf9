package io.quipu.testing.e2e;

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
  private static final int PIPELINE = 64;

  private final String counter;
  private final String database;
  private final AtomicLong sent = new AtomicLong();
  private final AtomicLong acknowledged = new AtomicLong();
  private final AtomicLong cut = new AtomicLong();

  RespLoad(String counter, String database) {
    this.counter = counter;
    this.database = database;
  }

  long sent() {
    return sent.get();
  }

  long acknowledged() {
    return acknowledged.get();
  }

  /** How many connections ended before all was answered. */
  long cut() {
    return cut.get();
  }

  /** Sends until it is over, by connections of which each third is killed in a pipeline. */
  void run(InetSocketAddress address, String[] command, BooleanSupplier over) {
    while (!over.getAsBoolean()) {
      try (RespSocket socket = new RespSocket(address)) {
        socket.ask("SELECT", database);
        converse(socket, command, over);
      } catch (IOException ended) {
        cut.incrementAndGet();
      }
    }
  }

  private void converse(RespSocket socket, String[] command, BooleanSupplier over)
      throws IOException {
    String[] words = command.clone();
    words[1] = counter;
    byte[] one = RespSocket.command(words);
    for (int round = 0; round < 20 && !over.getAsBoolean(); round++) {
      ByteArrayOutputStream pipeline = new ByteArrayOutputStream();
      for (int i = 0; i < PIPELINE; i++) {
        pipeline.writeBytes(one);
      }
      // before: nobody knows how much of it gets through
      sent.addAndGet(PIPELINE);
      socket.send(pipeline.toByteArray());
      boolean killed = ThreadLocalRandom.current().nextInt(20) == 0;
      int answers = killed ? ThreadLocalRandom.current().nextInt(PIPELINE) : PIPELINE;
      for (int i = 0; i < answers; i++) {
        String reply = socket.reply();
        if (!reply.startsWith("-")) {
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
