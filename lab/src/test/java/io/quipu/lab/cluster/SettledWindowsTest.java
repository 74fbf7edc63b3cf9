package io.quipu.lab.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.lab.cluster.Cuts.Way;
import io.quipu.lab.cluster.Ledger.Doubt;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.URI;
import org.junit.jupiter.api.Test;

class SettledWindowsTest {
  private static final String MINUTE = "?granularity=minute";

  private final Findings findings = new Findings();
  private final SettledWindows windows = new SettledWindows(findings);
  private final Http instance = new Http(URI.create("http://127.0.0.1:1"));
  private Ledger ledger = ledger(Content.LABELLED);

  @Test
  void anOpenWindowMayChange_andBeSettledOnce() {
    tell(window(1, false));
    tell(window(2, false));
    tell(window(3, true));
    tell(window(3, true));

    assertThat(findings.violations()).isEmpty();
  }

  @Test
  void aSettledWindowWithAnotherCountIsFound_once() {
    tell(window(3, true));
    tell(window(4, true));
    tell(window(5, true));

    assertThat(findings.violations()).hasSize(1);
  }

  @Test
  void aSettledWindowThatIsOpenAgainIsFound() {
    tell(window(3, true));
    tell(window(3, false));

    assertThat(findings.violations()).hasSize(1);
  }

  @Test
  void ofASketch_anInstanceMayNotKnowYetThatAWindowIsSettled_butHasWhatItHad() {
    ledger = ledger(Content.POWERS);
    tell(window(3, true));
    tell(window(3, false));
    assertThat(findings.violations()).isEmpty();

    tell(window(4, false));
    assertThat(findings.violations()).hasSize(1);
  }

  @Test
  void theWindowsOfEachSeriesAreItsOwn() {
    tellSeries("CH", window(3, true));
    tellSeries("DE", window(4, true));
    assertThat(findings.violations()).isEmpty();

    tellSeries("CH", window(4, true));
    assertThat(findings.violations()).hasSize(1);
  }

  private static Ledger ledger(Content content) {
    return new Ledger("some", "counter", content, Doubt.SENT_AGAIN, Way.RESET);
  }

  private void tell(JsonObject window) {
    windows.hold(instance, ledger, MINUTE, answer(window), false);
  }

  private void tellSeries(String country, JsonObject window) {
    JsonObject series = answer(window).put("labels", new JsonObject().put("country", country));
    JsonObject answer = new JsonObject().put("series", new JsonArray().add(series));
    windows.hold(instance, ledger, MINUTE, answer, true);
  }

  private static JsonObject answer(JsonObject window) {
    return new JsonObject().put("windows", new JsonArray().add(window));
  }

  private static JsonObject window(int count, boolean settled) {
    return new JsonObject()
        .put("start", "2026-01-01T00:00:00Z")
        .put("count", count)
        .put("settled", settled);
  }
}
