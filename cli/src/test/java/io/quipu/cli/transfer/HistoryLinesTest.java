package io.quipu.cli.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.cli.history.Amount;
import io.quipu.client.Event;
import io.quipu.client.QuipuClient;
import java.math.BigInteger;
import java.time.Duration;
import java.util.List;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.lifecycle.AfterContainer;

/** The events that an import makes of the lines of an export. */
class HistoryLinesTest {
  private static final QuipuClient CLIENT = QuipuClient.to("http://127.0.0.1:1");
  private static final Import IMPORT = new Import(CLIENT, "votes", "run");

  @AfterContainer
  static void close() {
    CLIENT.close(Duration.ZERO);
  }

  @Property(tries = 200)
  void comeToWhatTheWindowHad_fewOfMany(
      @ForAll @LongRange(min = -3, max = 3) long count,
      @ForAll @LongRange(min = 1, max = 30_000_000_000L) long events) {
    assertImported(new Amount(BigInteger.valueOf(count), events));
  }

  @Property(tries = 200)
  void comeToWhatTheWindowHad_manyOfFew(
      @ForAll @LongRange(min = -3_000_000_000_000_000L, max = 3_000_000_000_000_000L) long count,
      @ForAll @LongRange(min = 1, max = 100_000) long factor) {
    BigInteger sum = BigInteger.valueOf(count).multiply(BigInteger.valueOf(factor));
    assertImported(new Amount(sum, 3 * factor));
  }

  private static void assertImported(Amount amount) {
    Assume.that(amount.isOfEvents());
    List<Event> all =
        amount
            .lines()
            .map(line -> new Entry(7, null, "a", line.count(), line.events(), null, null))
            .flatMap(entry -> IMPORT.events(entry).stream())
            .toList();
    assertThat(all).allMatch(event -> event.events() <= 1_000_000 && event.delta() != 0);
    assertThat(all.stream().map(event -> BigInteger.valueOf(event.delta())).reduce(BigInteger::add))
        .contains(amount.count());
    assertThat(all.stream().mapToLong(Event::events).sum()).isEqualTo(amount.events());
  }
}
