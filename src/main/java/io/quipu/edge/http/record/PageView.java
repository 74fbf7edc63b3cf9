package io.quipu.edge.http.record;

import io.quipu.edge.guard.browser.Authority;
import io.quipu.edge.web.JsonInput;
import io.quipu.edge.web.Percent;
import io.quipu.engine.input.InvalidInput;
import io.quipu.engine.kind.Draft;
import io.quipu.engine.names.Breakdowns;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.Namespace;
import io.vertx.core.buffer.Buffer;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A view of a page, as the page tells it.
 *
 * @param path the path of the page, decoded
 * @param id the id of the view; null if the page cannot make one
 * @param labels the values of the labels that the page tells
 */
record PageView(String path, @Nullable String id, Map<String, String> labels) {
  /** The label with the path. */
  static final String PATH = "path";

  /** The label with the country, which the page does not tell. */
  static final String COUNTRY = "country";

  private static final String REFERRER = "referrer";
  private static final String SCREEN = "screen";
  private static final String ID = "id";
  private static final List<String> FIELDS = List.of(PATH, REFERRER, SCREEN, ID);
  private static final List<String> SCREENS = List.of("phone", "tablet", "desktop");
  private static final int LONGEST_HOST = 253;

  /**
   * Reads the body of a request.
   *
   * @throws InvalidInput naming the field that is missing, unknown or not valid
   */
  static PageView of(Buffer body) {
    return JsonInput.parse(JsonInput.utf8(body), PageView::read);
  }

  private static PageView read(JsonInput json) {
    Map<String, String> given = new TreeMap<>();
    json.members(
        JsonInput.BODY,
        field -> {
          if (!FIELDS.contains(field)) {
            throw json.unknown(field, FIELDS);
          }
          given.put(field, json.string(field));
        });
    String address = given.get(PATH);
    if (address == null) {
      throw new InvalidInput(PATH, "path is missing");
    }
    Map<String, String> labels = new TreeMap<>();
    String referrer = given.get(REFERRER);
    if (referrer != null) {
      labels.put(REFERRER, host(referrer));
    }
    String screen = given.get(SCREEN);
    if (screen != null) {
      labels.put(SCREEN, screen(screen));
    }
    return ofPath(Percent.decode(PATH, beforeQuery(address)), given.get(ID), labels);
  }

  /**
   * Makes a view that tells only its page.
   *
   * @param path decoded
   */
  static PageView ofPage(String path) {
    return ofPath(path, null, new TreeMap<>());
  }

  private static PageView ofPath(String path, @Nullable String id, Map<String, String> labels) {
    if (!path.startsWith("/")) {
      throw new InvalidInput(PATH, "path must begin with /, as in the address of the page");
    }
    labels.put(PATH, path);
    return new PageView(path, id, labels);
  }

  /** The path in an address, without the query and the fragment. */
  static String beforeQuery(String address) {
    return address.split("[?#]", 2)[0];
  }

  private static String host(String text) {
    return Authority.parse(text)
        .map(Authority::host)
        .filter(host -> host.length() <= LONGEST_HOST)
        .orElseThrow(
            () -> new InvalidInput(REFERRER, "referrer must be a host, such as news.example"));
  }

  private static String screen(String text) {
    if (!SCREENS.contains(text)) {
      throw new InvalidInput(SCREEN, "screen must be one of " + String.join(", ", SCREENS));
    }
    return text;
  }

  /**
   * The counter of the page.
   *
   * @throws InvalidInput naming the path, if no counter can have this name
   */
  CounterName counter(String namespace) {
    try {
      return new CounterName(namespace, path);
    } catch (InvalidInput finding) {
      throw new InvalidInput(PATH, "path: " + finding.detail());
    }
  }

  /**
   * Makes the event of this view, with those labels that the namespace has.
   *
   * @param country two letters; empty if it is not known
   */
  Draft draft(Namespace namespace, String country) {
    Draft draft = new Draft();
    if (id != null) {
      draft.text(Draft.Member.ID, id);
    }
    Map<String, String> taken = new TreeMap<>(labels);
    if (!country.isEmpty()) {
      taken.put(COUNTRY, country);
    }
    taken.keySet().retainAll(Breakdowns.of(namespace).labels());
    if (!taken.isEmpty()) {
      draft.labels(taken);
    }
    return draft;
  }
}
