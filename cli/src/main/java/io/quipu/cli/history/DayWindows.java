package io.quipu.cli.history;

import io.quipu.cli.service.Service;
import io.quipu.cli.service.Unanswered;
import io.quipu.client.JsonObject;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Refuses days of a time zone that a namespace cannot show. Windows are of UTC: a day that begins
 * within one would count in the window that another day counts in, too.
 */
public final class DayWindows {
  private final Service service;
  private final String usual;
  private final Map<String, Map<WindowLength, Long>> namespaces = new HashMap<>();

  /**
   * @param usual the namespace of lines that name none
   */
  public DayWindows(Service service, String usual) {
    this.service = service;
    this.usual = usual;
  }

  /**
   * @param named the namespace that a line names; null if the line names none
   * @param start the first moment of a day
   * @throws DateTimeException if the windows that the namespace keeps of this time all begin at
   *     other moments
   * @throws Unanswered if the settings of the namespace cannot be read
   */
  public void check(@Nullable String named, Instant start) {
    if (begins(WindowLength.DAY, start)) {
      return;
    }
    String namespace = named == null ? usual : named;
    long age = Duration.between(start, Instant.now()).toSeconds();
    List<WindowLength> kept =
        namespaces
            .computeIfAbsent(namespace, name -> kept(service.settings(name)))
            .entrySet()
            .stream()
            .filter(length -> length.getValue() >= age)
            .map(Map.Entry::getKey)
            .toList();
    if (!kept.isEmpty() && kept.stream().noneMatch(length -> begins(length, start))) {
      throw new DateTimeException(
          "this day begins at "
              + start
              + ", and namespace "
              + namespace
              + " keeps of that time only windows by "
              + kept.stream().map(WindowLength::label).collect(Collectors.joining(", "))
              + ", which begin at other times: give --tz=UTC for days of UTC"
              + Stream.of(WindowLength.HOUR, WindowLength.MINUTE)
                  .filter(length -> begins(length, start))
                  .findFirst()
                  .map(length -> ", or keep windows by " + length.label() + " for as long")
                  .orElse(""));
    }
  }

  private static boolean begins(WindowLength length, Instant start) {
    return Math.floorMod(start.getEpochSecond(), length.seconds()) == 0;
  }

  /** How long a namespace keeps its windows, in seconds, by their length. */
  static Map<WindowLength, Long> kept(JsonObject settings) {
    JsonObject keep = settings.has("keep") ? settings.object("keep") : new JsonObject();
    List<String> windows = settings.stringsOrNone("windows");
    Map<WindowLength, Long> kept = new EnumMap<>(WindowLength.class);
    for (WindowLength length : WindowLength.values()) {
      if (windows.contains(length.label())) {
        Duration time = IdMemory.length(keep.text(length.label(), ""));
        kept.put(length, time == null ? Long.MAX_VALUE : time.toSeconds());
      }
    }
    return kept;
  }
}
