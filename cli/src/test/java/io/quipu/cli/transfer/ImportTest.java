package io.quipu.cli.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.client.Event;
import io.quipu.client.QuipuClient;
import java.math.BigInteger;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How the events of an entry are cut, without a service. */
class ImportTest {
  private final QuipuClient client = QuipuClient.to("http://127.0.0.1:1");
  private final Import imported = new Import(client, "votes", "run");

  @AfterEach
  void close() {
    client.close(Duration.ZERO);
  }

  private List<Event> events(String amount, long events) {
    return imported.events(new Entry(7, null, "a", new BigInteger(amount), events, null, null));
  }

  @ParameterizedTest
  @CsvSource({
    "5, 1, 1",
    "-5, 3, 1",
    "1000000000000000, 1000000, 1",
    "1000000000000001, 1, 2",
    "-3000000000000000, 2, 3",
    "5, 1000001, 2",
    "-7, 3000000, 3",
    "99999999999999999999, 10000000000, 100000",
    "10000, 10000000000, 10000",
    "0, 2, 2",
    "0, 5000000, 6",
    "2, 3000000, 4",
    "-9999, 10000000000, 10001",
  })
  void anEntryIsAsFewEventsAsCanHoldIt(String amount, long happenings, int events) {
    List<Event> all = events(amount, happenings);

    assertThat(all).hasSize(events);
    assertThat(all.stream().map(event -> BigInteger.valueOf(event.delta())))
        .allMatch(delta -> delta.signum() != 0 && delta.abs().compareTo(Import.LARGEST_DELTA) <= 0);
    assertThat(all.stream().map(event -> BigInteger.valueOf(event.delta())).reduce(BigInteger::add))
        .contains(new BigInteger(amount));
    assertThat(all.stream().mapToLong(Event::events).sum()).isEqualTo(Math.max(happenings, events));
    assertThat(all).allMatch(event -> event.events() >= 1 && event.events() <= 1_000_000);
    assertThat(all.stream().map(Event::id).distinct()).hasSize(events).startsWith("run\u001F7");
  }

  @Test
  void nothingOfOneEventIsNone() {
    assertThat(events("0", 1)).isEmpty();
  }
}
