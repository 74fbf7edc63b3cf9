package io.quipu.client;

import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The settings of a namespace. A setting that is not given has its default where a namespace is
 * created, and stays as it is where one is changed. Immutable: each method answers new settings.
 * Lengths of time are texts of the API, such as {@code 24h}, {@code 7d} or {@code forever}.
 */
public final class NamespaceSettings {
  /** No settings: all have their default, or stay as they are. */
  public static final NamespaceSettings NONE = new NamespaceSettings(Map.of());

  private static final Pattern NUMBER = Pattern.compile("[0-9]+");

  /** The time for which kind {@code linear} remembers an id at least. */
  private static final Duration OF_A_NUMBER = Duration.ofMinutes(2);

  private static final Pattern LENGTH = Pattern.compile("([0-9]{1,9})([smhdy])");

  private final Map<String, Object> members;

  NamespaceSettings(Map<String, Object> members) {
    this.members = Collections.unmodifiableMap(new LinkedHashMap<>(members));
  }

  /** The settings of a namespace of some kind. */
  public static NamespaceSettings of(Kind kind) {
    return NONE.with("kind", kind.word());
  }

  /** How long ids are remembered: {@code 24h}, {@code forever} or {@code off}. */
  public NamespaceSettings deduplicate(String length) {
    return with("deduplicate", length);
  }

  /** Of kind {@code linear}: how many ids of each counter are remembered at least. */
  public NamespaceSettings deduplicate(int ids) {
    return with("deduplicate", ids);
  }

  /** How long the rows of settled events are kept at least. */
  public NamespaceSettings rows(String length) {
    return with("rows", length);
  }

  /** Over how many pages the events of one counter are spread. */
  public NamespaceSettings shards(int number) {
    return with("shards", number);
  }

  /** The windows that are kept; none for no windows. */
  public NamespaceSettings windows(Granularity... windows) {
    return with("windows", Arrays.stream(windows).map(Granularity::word).toList());
  }

  /** The character that makes names paths. */
  public NamespaceSettings hierarchy(char separator) {
    return with("hierarchy", String.valueOf(separator));
  }

  /** The labels that events may have. */
  public NamespaceSettings labels(String... labels) {
    return with("labels", List.of(labels));
  }

  /** The sets of labels by which counters are broken down. */
  public NamespaceSettings breakdowns(List<List<String>> breakdowns) {
    return with("breakdowns", breakdowns.stream().map(List::copyOf).toList());
  }

  /** How much older than now the time of an event may be. */
  public NamespaceSettings lateness(String length) {
    return with("lateness", length);
  }

  /** How long windows of one length are kept. */
  public NamespaceSettings keep(Granularity window, String length) {
    return withIn("keep", window.word(), length);
  }

  /** Of kind {@code linear}: the least count. */
  public NamespaceSettings min(long count) {
    return with("min", count);
  }

  /** Of kind {@code linear}: the largest count. */
  public NamespaceSettings max(long count) {
    return with("max", count);
  }

  /** Of kind {@code linear}: the length of the periods in each of which the bound holds anew. */
  public NamespaceSettings period(Granularity period) {
    return with("period", period.word());
  }

  /** The zone in which periods begin. */
  public NamespaceSettings zone(ZoneId zone) {
    return with("tz", zone.getId());
  }

  /** Of kind {@code sketch}: what is kept of the values, such as {@code distinct}. */
  public NamespaceSettings state(String state) {
    return with("state", state);
  }

  /** Says whether everybody may see the counts, in badges and embedded pages. */
  public NamespaceSettings publicRead(boolean allowed) {
    return with("public", allowed ? "read" : "off");
  }

  /** The origins whose pages may count their views, without a key; none for no pages. */
  public NamespaceSettings views(String... origins) {
    return with("views", List.of(origins));
  }

  /** Notes what happened on a day, for charts; an empty text takes the note away. */
  public NamespaceSettings note(LocalDate day, String text) {
    return withIn("notes", day.toString(), text);
  }

  private NamespaceSettings withIn(String setting, String name, String value) {
    Map<String, Object> all = new LinkedHashMap<>();
    if (members.get(setting) instanceof Map<?, ?> before) {
      before.forEach((other, its) -> all.put((String) other, its));
    }
    all.put(name, value);
    return with(setting, all);
  }

  /** Returns the kind; fails where it is not among the settings. */
  public Kind kind() {
    return Kind.of((String) Objects.requireNonNull(members.get("kind"), "kind"));
  }

  /**
   * The settings as they are in the API: texts, numbers, lists and maps. Settings that the kind
   * does not have are absent.
   */
  public Map<String, Object> members() {
    return members;
  }

  /**
   * How long an id is remembered at least, of what {@code deduplicate} says: zero for not at all;
   * null for as long as the counter is there. Of kind {@code linear}, which remembers a number of
   * ids, two minutes, however many ids come.
   */
  public @Nullable Duration deduplicationWindow() {
    String text = String.valueOf(members.get("deduplicate"));
    if (text.equals("off")) {
      return Duration.ZERO;
    }
    if (NUMBER.matcher(text).matches()) {
      return OF_A_NUMBER;
    }
    Matcher length = LENGTH.matcher(text);
    if (!length.matches()) {
      return null;
    }
    long amount = Long.parseLong(length.group(1));
    return switch (length.group(2)) {
      case "s" -> Duration.ofSeconds(amount);
      case "m" -> Duration.ofMinutes(amount);
      case "h" -> Duration.ofHours(amount);
      case "y" -> Duration.ofDays(365 * amount);
      default -> Duration.ofDays(amount);
    };
  }

  private NamespaceSettings with(String name, Object value) {
    Map<String, Object> more = new LinkedHashMap<>(members);
    more.put(name, value);
    return new NamespaceSettings(more);
  }

  String json() {
    return JsonText.value(new StringBuilder(), members).toString();
  }

  static NamespaceSettings read(HttpAnswer answer) {
    Map<String, Object> members = new LinkedHashMap<>(JsonReader.object(answer.body()).plain());
    members.remove("namespace");
    return new NamespaceSettings(members);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof NamespaceSettings settings && settings.json().equals(json());
  }

  @Override
  public int hashCode() {
    return json().hashCode();
  }

  @Override
  public String toString() {
    return json();
  }
}
