package io.quipu.edge.http.admin;

import io.quipu.edge.guard.browser.Origin;
import io.quipu.edge.web.JsonInput;
import io.quipu.engine.input.InvalidInput;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;

/** Reads lists of few different texts. */
final class ListInput {
  private ListInput() {}

  /**
   * Reads an array of strings.
   *
   * @param element makes an element of its place and its text
   * @throws InvalidInput naming the element that is given twice, or the field if it has too many
   */
  static <T> List<T> list(
      JsonInput json, String field, int most, BiFunction<String, String, T> element) {
    json.requireArray(field);
    List<T> list = new ArrayList<>();
    while (json.nextElement()) {
      if (list.size() == most) {
        throw new InvalidInput(field, field + " must hold at most " + most);
      }
      String place = field + "[" + list.size() + "]";
      T one = element.apply(place, json.string(place));
      if (list.contains(one)) {
        throw new InvalidInput(place, place + " is given twice");
      }
      list.add(one);
    }
    return list;
  }

  /**
   * Reads the origin of a web page, and writes it as browsers do.
   *
   * @throws InvalidInput naming the place if the text is anything else
   */
  static String origin(String place, String text) {
    return Origin.parse(text)
        .map(Origin::text)
        .orElseThrow(
            () ->
                new InvalidInput(
                    place, place + " must be an exact origin, such as https://www.example.org"));
  }
}
