package io.quipu.edge.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.engine.kind.KnownKinds;
import io.quipu.engine.kinds.tally.TallyKind;
import io.quipu.engine.names.CounterLives.NameDigest;
import io.quipu.engine.names.CounterLives.Purge;
import io.quipu.engine.names.DeduplicationWindow;
import io.quipu.engine.names.Namespace;
import io.quipu.engine.namespace.Namespaces;
import io.quipu.engine.time.HandDrivenTime;
import io.quipu.engine.windows.TimeSpan;
import io.quipu.testing.dev.LoggedLines;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class UsableNamespacesTest {
  private static final Duration NEXT_LOOK = Duration.ofSeconds(3);
  private static final int HOUR = 3_600;

  private final HandDrivenTime time = new HandDrivenTime();
  private final Map<String, Namespace> stored = new HashMap<>();
  private Map<String, Set<String>> wanted = Map.of("shop", Set.of());
  private boolean storeIsAway;
  private Function<String, CompletionStage<Optional<Namespace>>> find =
      name ->
          storeIsAway
              ? CompletableFuture.failedStage(new IllegalStateException("away"))
              : CompletableFuture.completedStage(Optional.ofNullable(stored.get(name)));

  @RegisterExtension private final LoggedLines lines = new LoggedLines(UsableNamespaces.class);

  private UsableNamespaces looking(int redelivery) {
    UsableNamespaces namespaces =
        new UsableNamespaces(
            wanted,
            name -> find.apply(name),
            new KnownKinds(List.of(TallyKind.values())),
            redelivery,
            time,
            time);
    namespaces.look();
    return namespaces;
  }

  private void store(String kind, String deduplicate) {
    Namespace usual = Namespace.of("shop", kind);
    stored.put(
        "shop",
        new Namespace(
            "shop", kind, new TimeSpan(deduplicate), usual.retain(), 1, usual.windows(), Map.of()));
  }

  @Test
  void aNamespaceThatForgetsNothingCanBeUsed() {
    store("unique", "forever");
    assertThat(looking(DeduplicationWindow.FOREVER).get()).containsOnlyKeys("shop");
    store("event", "forever");
    assertThat(looking(DeduplicationWindow.FOREVER).get()).containsOnlyKeys("shop");
  }

  @Test
  void oneThatForgets_onlyWhereRecordsAreSaidToComeNoLater_withAnHourToSpare() {
    store("event", "24h");
    assertThat(looking(DeduplicationWindow.FOREVER).get()).isEmpty();
    assertThat(looking(24 * HOUR).get()).isEmpty();
    assertThat(looking(23 * HOUR).get()).containsOnlyKeys("shop");
    store("event", "off");
    assertThat(looking(60).get()).isEmpty();
  }

  @Test
  void oneThatLacksALabelOfItsMapping_onlyOnceItHasIt() {
    store("unique", "forever");
    wanted = Map.of("shop", Set.of("country", "plan"));
    UsableNamespaces namespaces = looking(DeduplicationWindow.FOREVER);
    assertThat(namespaces.get()).isEmpty();
    assertThat(lines.list.get(0).getFormattedMessage())
        .contains("lacks labels of its mapping: country, plan");
    Namespace usual = Namespace.of("shop", "unique");
    stored.put(
        "shop",
        new Namespace(
            "shop",
            "unique",
            new TimeSpan("forever"),
            usual.retain(),
            1,
            usual.windows(),
            Map.of("labels", "plan,country,more")));
    time.pass(NEXT_LOOK);
    assertThat(namespaces.get()).containsOnlyKeys("shop");
  }

  @Test
  void whatIsCreatedOrChangedLaterIsFound() {
    UsableNamespaces namespaces = looking(DeduplicationWindow.FOREVER);
    assertThat(namespaces.get()).isEmpty();
    store("unique", "forever");
    time.pass(NEXT_LOOK);
    assertThat(namespaces.get()).containsOnlyKeys("shop");
    store("event", "24h");
    time.pass(NEXT_LOOK);
    assertThat(namespaces.get()).isEmpty();
  }

  @Test
  void aKindOfALaterVersionIsTold_andReadAgain() {
    store("later", "forever");
    UsableNamespaces namespaces = looking(DeduplicationWindow.FOREVER);
    assertThat(namespaces.get()).isEmpty();
    time.pass(NEXT_LOOK);
    assertThat(lines.list)
        .singleElement()
        .asString()
        .contains("namespace shop is of kind later, which this version of the service does not");
    store("unique", "forever");
    time.pass(NEXT_LOOK);
    assertThat(namespaces.get()).containsOnlyKeys("shop");
  }

  @Test
  void aDefectIsToldOnce_andEndsNoLooking() {
    store("unique", "forever");
    UsableNamespaces namespaces = looking(DeduplicationWindow.FOREVER);
    Function<String, CompletionStage<Optional<Namespace>>> sound = find;
    List<Function<String, CompletionStage<Optional<Namespace>>>> broken =
        List.of(
            name -> {
              throw new IllegalStateException("a defect");
            },
            name -> CompletableFuture.completedStage(null));
    for (var each : broken) {
      lines.list.clear();
      find = each;
      time.pass(NEXT_LOOK.multipliedBy(3));
      assertThat(namespaces.get()).as("what nobody checked").isEmpty();
      assertThat(lines.list).singleElement().asString().contains("a defect keeps namespace shop");
      find = sound;
      time.pass(NEXT_LOOK);
      assertThat(namespaces.get()).containsOnlyKeys("shop");
    }
  }

  @Test
  void whileNobodyCanLookWhatWasFoundHolds_forFiveSeconds() {
    store("unique", "forever");
    UsableNamespaces namespaces = looking(DeduplicationWindow.FOREVER);
    storeIsAway = true;
    time.pass(NEXT_LOOK);
    assertThat(namespaces.get()).containsOnlyKeys("shop");
    time.pass(Namespaces.CACHED.minus(NEXT_LOOK));
    assertThat(namespaces.get()).isEmpty();
    time.pass(NEXT_LOOK);
    assertThat(lines.list).singleElement().asString().contains("shop", "cannot be read");
    storeIsAway = false;
    time.pass(NEXT_LOOK);
    assertThat(namespaces.get()).containsOnlyKeys("shop");
    namespaces.stop();
    time.pass(NEXT_LOOK);
    assertThat(time.waiting()).isZero();
  }

  private UsableNamespaces lookingAtTwo() {
    wanted = Map.of("shop", Set.of(), "other", Set.of());
    store("unique", "forever");
    stored.put("other", Namespace.of("other", "unique", new TimeSpan("forever")));
    return looking(DeduplicationWindow.FOREVER);
  }

  private void purgeACounterOfShop() {
    Purge purge = new Purge(1, NameDigest.of("alice"), 1);
    stored.computeIfPresent("shop", (name, before) -> before.purged(purge));
  }

  private static int purgesOfShop(UsableNamespaces namespaces) {
    return Optional.ofNullable(namespaces.get().get("shop")).map(Namespace::purges).orElse(-1);
  }

  @Test
  void oneThatCannotBeRead_keepsNoOldSettingsOfAnother() {
    UsableNamespaces namespaces = lookingAtTwo();
    Function<String, CompletionStage<Optional<Namespace>>> sound = find;
    find =
        name ->
            name.equals("other")
                ? CompletableFuture.failedStage(new IllegalStateException("no quorum"))
                : sound.apply(name);
    purgeACounterOfShop();
    time.pass(Duration.ofHours(1));
    assertThat(purgesOfShop(namespaces)).isEqualTo(1);
    assertThat(namespaces.get()).containsOnlyKeys("shop");
  }

  @Test
  void oneWhoseLookUpHangs_keepsNoOldSettingsOfAnother() {
    UsableNamespaces namespaces = lookingAtTwo();
    Function<String, CompletionStage<Optional<Namespace>>> sound = find;
    find = name -> name.equals("other") ? new CompletableFuture<>() : sound.apply(name);
    purgeACounterOfShop();
    time.pass(Namespaces.CACHED);
    assertThat(purgesOfShop(namespaces)).isEqualTo(1);
    assertThat(namespaces.get()).containsOnlyKeys("shop");
  }

  @Test
  void theAgeOfSettings_countsFromTheAsking() {
    store("unique", "forever");
    CompletableFuture<Optional<Namespace>> late = new CompletableFuture<>();
    find = name -> late;
    UsableNamespaces namespaces = looking(DeduplicationWindow.FOREVER);
    time.pass(Namespaces.CACHED.minusSeconds(1));
    find = name -> new CompletableFuture<>();
    late.complete(Optional.of(stored.get("shop")));
    assertThat(namespaces.get()).containsOnlyKeys("shop");
    time.pass(Duration.ofSeconds(1));
    assertThat(namespaces.get()).isEmpty();
  }
}
