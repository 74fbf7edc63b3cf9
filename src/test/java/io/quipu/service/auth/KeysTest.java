package io.quipu.service.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.quipu.engine.input.InvalidInput;
import io.quipu.engine.keys.Credential;
import io.quipu.engine.keys.Grant;
import io.quipu.engine.keys.KeyDraft;
import io.quipu.engine.keys.Right;
import io.quipu.engine.keys.Scope;
import io.quipu.engine.keys.StoredKey;
import io.quipu.engine.time.HandDrivenTime;
import io.quipu.engine.windows.EventTime;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeysTest {
  private static final String SECRET = "0123456789abcdefghijklmnopqrstuvwxyz-_AB";
  private static final ApiKey BOOTSTRAP = new ApiKey("first", SECRET);

  private final MemoryKeyStore store = new MemoryKeyStore();
  private final KeyOrigins origins = new KeyOrigins();
  private final HandDrivenTime time = new HandDrivenTime();
  private final KeyExpiries expiries = new KeyExpiries(time);
  private final Keys keys =
      new Keys(store, time, new KeyOutlines(origins, expiries), BOOTSTRAP.credential());

  private static <T> T done(CompletionStage<T> stage) {
    return stage.toCompletableFuture().join();
  }

  private Optional<Caller> find(ApiKey shown) {
    return done(keys.find(shown.credential()));
  }

  private static KeyDraft draft(Grant grant) {
    return new KeyDraft("", grant, "first");
  }

  private static Grant reading(List<String> pages, EventTime expires) {
    return new Grant(List.of(new Scope(Right.READ, "votes")), "", false, pages, 0, expires);
  }

  @Test
  void theFirstKeyOpensEverything_andStandsInNoTable() {
    assertThat(find(BOOTSTRAP).orElseThrow().isUnbounded()).isTrue();
    assertThat(find(new ApiKey("first", SECRET + "C"))).isEmpty();
    assertThat(store.keys).isEmpty();
  }

  @Test
  void aKeyIsFoundBySecret_andNotByIdAlone() {
    ApiKey made = done(keys.create(draft(reading(List.of(), null)))).key();
    assertThat(find(made).orElseThrow().id()).isEqualTo(made.id());
    assertThat(find(new ApiKey(made.id(), SECRET))).isEmpty();
    assertThat(find(new ApiKey("nobody", made.secret()))).isEmpty();
    done(keys.delete(made.id()));
    assertThat(find(made)).isEmpty();
  }

  /** Each is one read, and one comparison of as many characters. */
  @Test
  void aKeyThatIsThere_anotherSecretAndAnUnknownId_takeTheSameSteps() {
    ApiKey made = done(keys.create(draft(reading(List.of(), null)))).key();
    for (ApiKey shown :
        List.of(
            made,
            new ApiKey(made.id(), SECRET),
            new ApiKey("nobody", made.secret()),
            new ApiKey("first", made.secret()))) {
      int before = store.finds;
      assertThat(find(shown).isPresent()).isEqualTo(shown.equals(made));
      assertThat(store.finds - before).as(shown.toString()).isEqualTo(1);
      assertThat(shown.credential().hash()).hasSize(64);
    }
  }

  @Test
  void anExpiredKeyIsNone() {
    EventTime end = time.wall().plusTicks(EventTime.TICKS_PER_SECOND);
    ApiKey made = done(keys.create(draft(reading(List.of(), end)))).key();
    assertThat(find(made)).isPresent();
    time.pass(Duration.ofSeconds(1));
    assertThat(find(made)).isEmpty();
  }

  @Test
  void secretsAreNeitherKeptNorTold() {
    Keys.NewKey made = done(keys.create(draft(reading(List.of(), null))));
    assertThat(made.key().reveal()).contains(made.key().secret());
    assertThat(store.keys.toString() + made + find(made.key()))
        .contains(made.key().id())
        .doesNotContain(made.key().secret());
  }

  @Test
  void newKeysDiffer_andHaveTheFormOfTheContract() {
    Set<String> seen = new TreeSet<>();
    for (int i = 0; i < 100; i++) {
      ApiKey made = done(keys.create(draft(reading(List.of(), null)))).key();
      assertThat(ApiKey.parse(made.reveal())).contains(made);
      assertThat(made.secret()).hasSizeGreaterThanOrEqualTo(43);
      seen.add(made.id());
      seen.add(made.secret());
    }
    assertThat(seen).hasSize(200);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "qk_",
        "qk_abc_0123456789abcdefghijklmnopqrstuvwxyz",
        "qk_ABCD_0123456789abcdefghijklmnopqrstuvwxyz",
        "qk_abcd_0123456789abcdefghijklmnopqrst!",
        "qk_abcd_tooshort",
        "pk_abcd_0123456789abcdefghijklmnopqrstuvwxyz",
        "qk_abcd_0123456789abcdefghijklmnopqrstuvwxyz\n",
      })
  void whatHasAnotherFormIsNoKey(String text) {
    assertThat(ApiKey.parse(text)).isEmpty();
  }

  @Test
  void originsAreKnownWithTheirKey() {
    done(keys.create(draft(reading(List.of("https://a.example"), null))));
    assertThat(origins.include("https://a.example")).isTrue();
    assertThat(origins.include("https://b.example")).isFalse();
    store.keys.clear();
    done(keys.refreshOutlines());
    assertThat(origins.include("https://a.example")).isFalse();
  }

  /** The bound lies amid the origins of a key. */
  @Test
  void noMoreOriginsAreKeptThanTheirBound() {
    int each = Grant.MOST_ORIGINS - 1;
    List<String> pages = new ArrayList<>();
    while (pages.size() <= KeyOrigins.MOST) {
      List<String> some =
          IntStream.range(pages.size(), pages.size() + each).mapToObj(i -> "https://" + i).toList();
      Credential credential = new Credential("key" + pages.size(), "0".repeat(64));
      done(store.create(new StoredKey(credential, draft(reading(some, null)), time.wall(), null)));
      pages.addAll(some);
    }
    done(keys.refreshOutlines());
    assertThat(pages.stream().filter(origins::include)).hasSize(KeyOrigins.MOST);
  }

  /** However often it is shown, and after a note that may have failed. */
  @Test
  void theUseOfAKeyIsNotedOnceAnHour() {
    ApiKey made = done(keys.create(draft(reading(List.of(), null)))).key();
    store.failing = true;
    find(made);
    assertThat(store.keys.get(made.id()).lastUsed()).isNull();
    store.failing = false;
    for (int i = 0; i < 10; i++) {
      find(made);
    }
    assertThat(store.uses).isEqualTo(2);
    EventTime noted = store.keys.get(made.id()).lastUsed();
    assertThat(noted.instant()).isEqualTo(time.wall().instant().truncatedTo(ChronoUnit.HOURS));
    time.pass(Duration.ofHours(1));
    find(made);
    find(made);
    assertThat(store.uses).isEqualTo(3);
    assertThat(store.keys.get(made.id()).lastUsed())
        .isEqualTo(noted.plusTicks(3_600 * EventTime.TICKS_PER_SECOND));
  }

  @Test
  void whoDoesNotOpenIsNotNoted() {
    ApiKey made =
        done(keys.create(
                draft(reading(List.of(), time.wall().plusTicks(EventTime.TICKS_PER_SECOND)))))
            .key();
    find(new ApiKey(made.id(), SECRET));
    find(BOOTSTRAP);
    time.pass(Duration.ofSeconds(2));
    find(made);
    assertThat(store.uses).isZero();
  }

  @Test
  void keysThatExpireSoonAreCounted() {
    assertThat(expiries.secondsToNext()).isNaN();
    EventTime now = time.wall();
    for (long days : new long[] {1, 1, 6, 8, 400}) {
      EventTime end = now.plusTicks(days * 86_400 * EventTime.TICKS_PER_SECOND);
      done(keys.create(draft(reading(List.of(), end))));
    }
    done(keys.create(draft(reading(List.of(), null))));
    done(keys.refreshOutlines());
    assertThat(expiries.soon()).isEqualTo(3);
    assertThat(expiries.secondsToNext()).isCloseTo(86_400, within(1.0));
    time.pass(Duration.ofDays(2));
    assertThat(expiries.soon()).as("those that are over are not soon over").isEqualTo(2);
    assertThat(expiries.secondsToNext()).isCloseTo(4 * 86_400, within(1.0));
    time.pass(Duration.ofDays(500));
    assertThat(expiries.soon()).isZero();
    assertThat(expiries.secondsToNext()).isNaN();
  }

  @Test
  void scopesAreReadAsTheyAreWritten() {
    for (String text : List.of("read:votes", "record:*", "admin:a-b_c", "operate:*")) {
      assertThat(Scope.parse("scopes", text).text()).isEqualTo(text);
    }
    for (String text : List.of("", "read", ":votes", "read:", "READ:votes", "operate:votes")) {
      assertThatThrownBy(() -> Scope.parse("scopes[0]", text))
          .isInstanceOf(InvalidInput.class)
          .hasMessageContaining("scopes[0]");
    }
  }

  @Test
  void aGrantOpensWhatItNames() {
    Caller caller =
        new Caller(
            BOOTSTRAP.credential(),
            new Grant(
                List.of(new Scope(Right.READ, "votes"), new Scope(Right.ADMIN, "*")),
                "a/",
                false,
                List.of(),
                0,
                null));
    assertThat(caller.may(Right.READ, "votes", "a/b")).isTrue();
    assertThat(caller.may(Right.READ, "votes", "a/")).isTrue();
    assertThat(caller.may(Right.READ, "votes", "a")).isFalse();
    assertThat(caller.may(Right.READ, "voter", "a/b")).isFalse();
    assertThat(caller.may(Right.RECORD, "votes", "a/b")).isFalse();
    assertThat(caller.may(Right.ADMIN, "any", "a/b")).isTrue();
    assertThat(caller.mayIn(Right.READ, "votes")).isTrue();
    assertThat(caller.mayAll(Right.READ, "votes")).as("not all of it").isFalse();
    assertThat(caller.hasSomewhere(Right.OPERATE)).isFalse();
    assertThat(caller.isUnbounded()).isFalse();
  }
}
