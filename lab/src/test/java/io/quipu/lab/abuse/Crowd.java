package io.quipu.lab.abuse;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Many connections of one conduct, from several addresses of this machine; who is thrown out comes
 * again. One thread for all of them.
 */
final class Crowd {
  /** So many are opened in one turn: a listener's backlog is finite. */
  private static final int OPENED_AT_ONCE = 100;

  private static final int TURN_MILLIS = 20;
  private static final int BUFFER = 256 * 1024;

  private final Target target;
  private final Conduct conduct;
  private final int wanted;
  private final int addresses;
  private final CrowdTally tally = new CrowdTally();
  private final List<Member> members = new ArrayList<>();
  private final ByteBuffer scratch = ByteBuffer.allocate(BUFFER);
  private int number;
  private boolean limited;

  private Crowd(Target target, Conduct conduct, int wanted, int addresses) {
    this.target = target;
    this.conduct = conduct;
    this.wanted = wanted;
    this.addresses = addresses;
  }

  /**
   * Keeps the connections open for as long, then closes them.
   *
   * @param addresses from how many addresses they come, 127.0.1.1 and up
   */
  static CrowdTally gather(
      Target target, Conduct conduct, int connections, int addresses, Duration time)
      throws IOException {
    return new Crowd(target, conduct, connections, addresses).stay(time);
  }

  private CrowdTally stay(Duration time) throws IOException {
    long end = System.nanoTime() + time.toNanos();
    try (Selector selector = Selector.open()) {
      while (System.nanoTime() < end) {
        fill(selector);
        selector.select(TURN_MILLIS);
        for (SelectionKey key : selector.selectedKeys()) {
          if (key.isValid()) {
            ((Member) key.attachment()).act(scratch);
          }
        }
        selector.selectedKeys().clear();
        long now = System.nanoTime();
        members.forEach(member -> member.pass(now));
        int open = (int) members.stream().filter(Member::isConnected).count();
        tally.mostAtOnce = Math.max(tally.mostAtOnce, open);
      }
    } finally {
      members.forEach(Member::close);
    }
    return tally;
  }

  private void fill(Selector selector) {
    members.removeIf(member -> !member.isOpen());
    for (int i = 0; i < OPENED_AT_ONCE && members.size() < wanted && !limited; i++) {
      int at = number++;
      InetSocketAddress from = new InetSocketAddress("127.0.1." + (1 + at % addresses), 0);
      try {
        members.add(new Member(at, conduct, tally, from, target.address(), selector));
      } catch (IOException e) {
        // this process may have no more descriptors; those it has are enough to go on with
        limited = members.size() > wanted / 2;
        tally.notConnected++;
        break;
      }
    }
  }
}
