package io.quipu.engine.kind;

import io.quipu.engine.input.InvalidInput;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The setting {@code notes} of a namespace: what happened on some days, for those who look at its
 * charts.
 */
public final class Notes {
  /** The setting, which namespaces of every kind have. It can change at any time. */
  public static final Setting SETTING = new Setting("notes", Setting.Shape.NOTES, false);

  /** The maximum number of notes of a namespace. */
  public static final int MOST = 100;

  /** The maximum length of a note, in UTF-16 code units. */
  public static final int LONGEST = 200;

  private static final String APART = ",";

  private Notes() {}

  /** The notes in a stored setting by their days, such as {@code 2026-12-24}, in their order. */
  public static SortedMap<String, String> of(String stored) {
    SortedMap<String, String> notes = new TreeMap<>();
    if (!stored.isEmpty()) {
      for (String note : stored.split(APART, -1)) {
        int equals = note.indexOf('=');
        notes.put(
            note.substring(0, equals),
            URLDecoder.decode(note.substring(equals + 1), StandardCharsets.UTF_8));
      }
    }
    return Collections.unmodifiableSortedMap(notes);
  }

  /**
   * The text of some notes, as it is stored and as {@link #put} takes it.
   *
   * @throws InvalidInput naming the note whose day is none or whose text is too long
   */
  public static String text(Map<String, String> notes) {
    notes.forEach(
        (day, note) -> {
          String place = SETTING.name() + "." + day;
          if (!isDay(day)) {
            throw new InvalidInput(place, day + " must be a day such as 2026-12-24");
          }
          if (note.length() > LONGEST) {
            throw new InvalidInput(place, place + " must have at most " + LONGEST + " characters");
          }
        });
    return new TreeMap<>(notes)
        .entrySet().stream()
            .map(
                note ->
                    note.getKey()
                        + "="
                        + URLEncoder.encode(note.getValue(), StandardCharsets.UTF_8))
            .collect(Collectors.joining(APART));
  }

  private static boolean isDay(String day) {
    try {
      return LocalDate.parse(day).getYear() > 0 && day.length() == 10;
    } catch (DateTimeParseException e) {
      return false;
    }
  }

  /**
   * The settings of a namespace after some notes were given: other days keep theirs, and an empty
   * note takes away that of its day.
   *
   * @throws InvalidInput naming {@code notes} if there are too many then
   */
  public static void put(Map<String, String> settings, String given) {
    SortedMap<String, String> notes = new TreeMap<>(of(settings.getOrDefault(SETTING.name(), "")));
    notes.putAll(of(given));
    notes.values().removeIf(String::isBlank);
    if (notes.size() > MOST) {
      throw new InvalidInput(SETTING.name(), "notes must be of at most " + MOST + " days");
    }
    if (notes.isEmpty()) {
      settings.remove(SETTING.name());
    } else {
      settings.put(SETTING.name(), text(notes));
    }
  }
}
