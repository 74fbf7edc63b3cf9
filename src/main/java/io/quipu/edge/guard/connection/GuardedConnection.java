package io.quipu.edge.guard.connection;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.quipu.edge.response.ProblemType;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * One connection and its deadlines. The deadlines are checked periodically, so that a request costs
 * no timer. Confined to the event loop of the connection.
 */
final class GuardedConnection {
  private final Channel channel;
  private final @Nullable StrictRequestDecoder decoder;
  private final AnswerPace pace;
  private boolean waiting = true;
  private long waitingSince;
  private long heads;
  private boolean untaken;
  private long untakenSince;
  private long takenBefore;
  private long dueBytes;

  /**
   * @param decoder the strict decoder of HTTP/1; null if the connection has none
   * @param now the time in nanoseconds, of a clock that never jumps
   */
  GuardedConnection(
      Channel channel, @Nullable StrictRequestDecoder decoder, AnswerPace pace, long now) {
    this.channel = channel;
    this.decoder = decoder;
    this.pace = pace;
    this.waitingSince = now;
  }

  /** Checks the deadlines; returns the reason to close the connection, or null to keep it. */
  ConnectionMeters.@Nullable Cut look(long now, ConnectionSettings settings) {
    if (decoder != null && isHeadLate(decoder, now, settings.head())) {
      return decoder.isInHead() ? ConnectionMeters.Cut.SLOW_HEAD : ConnectionMeters.Cut.SILENT;
    }
    return isAnswerLate(now, settings) ? ConnectionMeters.Cut.SLOW_READER : null;
  }

  /** Tells whether a head is late. Its time starts again after the service has paused reading. */
  private boolean isHeadLate(StrictRequestDecoder reader, long now, Duration limit) {
    boolean due = reader.isInHead() || reader.heads() == 0;
    if (!due || !channel.config().isAutoRead()) {
      waiting = false;
    } else if (!waiting || heads != reader.heads()) {
      waiting = true;
      waitingSince = now;
      heads = reader.heads();
    }
    return waiting && now - waitingSince >= limit.toNanos();
  }

  private boolean isAnswerLate(long now, ConnectionSettings settings) {
    long bytes = pace.untaken();
    if (bytes == 0) {
      untaken = false;
      return false;
    }
    if (untaken && now - untakenSince < settings.stall().toNanos()) {
      return false;
    }
    long taken = pace.taken();
    boolean late = untaken && taken - takenBefore < dueBytes;
    untaken = true;
    untakenSince = now;
    takenBefore = taken;
    dueBytes = Math.min(bytes, settings.stallBytes());
    return late;
  }

  /** The bytes that wait for the client. */
  long untaken() {
    return pace.untaken();
  }

  void cut(ConnectionMeters.Cut reason) {
    switch (reason) {
      case SLOW_HEAD -> refuseHead();
      case SILENT, SLOW_HANDSHAKE -> pace.close();
      case SLOW_READER -> pace.abort();
    }
  }

  private void refuseHead() {
    ChannelHandlerContext reading = decoder == null ? null : channel.pipeline().context(decoder);
    if (decoder == null || reading == null) {
      pace.close();
    } else {
      decoder.refuse(
          reading,
          new InvalidFraming(
              ProblemType.HEAD_TIMEOUT, "The request line and the headers took too long"));
    }
  }
}
