package io.quipu.edge.http.read;

import io.quipu.edge.counters.DraftInput;
import io.quipu.edge.counters.SeriesInput;
import io.quipu.edge.response.Problem;
import io.quipu.edge.response.ProblemType;
import io.quipu.edge.response.Rejection;
import io.quipu.edge.web.JsonInput;
import io.quipu.engine.input.InvalidInput;
import io.vertx.core.buffer.Buffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import java.util.TreeSet;

/** Reads the body of a request with several questions. */
final class QueryInput {
  static final String QUERIES = "queries";

  /** The maximum number of questions of a request. */
  static final int MOST = 100;

  static final String NAMESPACES = "namespaces";

  /** The maximum number of namespaces of a question. */
  static final int MOST_NAMESPACES = 500;

  /** The maximum number of names in the lists of namespaces of a request. */
  private static final int MOST_NAMES = 2_000;

  private static final int LONGEST_ID = 64;

  /** The parameters that a request may have for all of its questions. */
  private static final List<String> USUAL =
      List.of(RangeInput.FIELD, ZoneInput.FIELD, TotalRange.COMPARE);

  private static final List<String> OWN = List.of("id", "ask", "namespace", "counter", "prefix");

  private final JsonInput json;
  private final Set<String> fields = new TreeSet<>();
  private final Set<String> options;
  private final Map<String, String> usual = new HashMap<>();
  private final List<Asked> questions = new ArrayList<>();
  private final Set<String> ids = new HashSet<>();
  private int names;

  private QueryInput(JsonInput json, Set<String> options) {
    this.json = json;
    this.options = options;
    for (Ask ask : Ask.values()) {
      fields.addAll(ask.parameters(true, true, options));
      fields.addAll(ask.parameters(true, false, options));
    }
  }

  /**
   * Reads the questions. Refuses a body that is no list of questions; what a question asks for is
   * checked with its answer.
   *
   * @param options what reads of one counter of some kinds take
   */
  static List<Asked> questions(Buffer body, Set<String> options) {
    return JsonInput.parse(JsonInput.utf8(body), json -> new QueryInput(json, options).request());
  }

  private List<Asked> request() {
    json.members(
        JsonInput.BODY,
        field -> {
          if (field.equals(QUERIES)) {
            readQuestions();
          } else if (USUAL.contains(field)) {
            parameter(field, usual);
          } else {
            List<String> known = new ArrayList<>(USUAL);
            known.add(QUERIES);
            throw json.unknown(field, known);
          }
        });
    if (questions.isEmpty()) {
      throw new InvalidInput(QUERIES, "queries must hold at least one question");
    }
    return questions;
  }

  private void readQuestions() {
    json.requireArray(QUERIES);
    while (json.nextElement()) {
      if (questions.size() == MOST) {
        throw new InvalidInput(QUERIES, "queries must hold at most " + MOST + " questions");
      }
      try {
        questions.add(question());
      } catch (InvalidInput e) {
        throw new Rejection(
            Problem.invalid(ProblemType.INVALID_REQUEST, e).inElement(QUERIES, questions.size()));
      }
    }
  }

  private Asked question() {
    Map<String, String> own = new HashMap<>();
    Map<String, String> parameters = new HashMap<>();
    Set<String> namespaces = new LinkedHashSet<>();
    json.members(
        "question",
        field -> {
          if (OWN.contains(field)) {
            own.put(field, json.string(field));
          } else if (field.equals(NAMESPACES)) {
            readNamespaces(namespaces);
          } else if (fields.contains(field)) {
            parameter(field, parameters);
          } else {
            Set<String> known = new TreeSet<>(fields);
            known.addAll(OWN);
            known.add(NAMESPACES);
            throw json.unknown(field, known);
          }
        });
    String id = own.getOrDefault("id", "");
    if (id.isEmpty() || id.length() > LONGEST_ID) {
      throw new InvalidInput("id", "id must have 1 to " + LONGEST_ID + " characters");
    }
    if (!ids.add(id)) {
      throw new InvalidInput("id", "an earlier question has this id");
    }
    if (!namespaces.isEmpty() && own.containsKey("namespace")) {
      throw new InvalidInput(NAMESPACES, "namespace and namespaces exclude each other");
    }
    return new Asked(
        id,
        Ask.parse(own.getOrDefault("ask", "")),
        namespaces.isEmpty()
            ? List.of(DraftInput.orDefault(own.get("namespace")))
            : List.copyOf(namespaces),
        !namespaces.isEmpty(),
        own.get("counter"),
        own.get("prefix"),
        parameters,
        usual);
  }

  private void readNamespaces(Set<String> namespaces) {
    json.requireArray(NAMESPACES);
    while (json.nextElement()) {
      if (!namespaces.add(json.string(NAMESPACES))) {
        throw new InvalidInput(NAMESPACES, "namespaces has a name twice");
      }
      if (namespaces.size() > MOST_NAMESPACES) {
        throw new InvalidInput(
            NAMESPACES, "namespaces must have at most " + MOST_NAMESPACES + " names");
      }
    }
    if (namespaces.isEmpty()) {
      throw new InvalidInput(NAMESPACES, "namespaces must have at least one name");
    }
    names += namespaces.size();
    if (names > MOST_NAMES) {
      throw new InvalidInput(
          NAMESPACES, "namespaces of all questions must have at most " + MOST_NAMES + " names");
    }
  }

  /** Reads a parameter as the text that it has in a query string. */
  private void parameter(String field, Map<String, String> into) {
    if (field.equals(RangeInput.FIELD) && json.isObject()) {
      json.members(
          field,
          bound -> {
            if (!bound.equals("from") && !bound.equals("to")) {
              throw json.unknown(bound, List.of("from", "to"));
            }
            into.put(bound, json.string(bound));
          });
      if (!into.containsKey("from") && !into.containsKey("to")) {
        throw new InvalidInput(field, "range needs from, to or both, or is a name such as 30d");
      }
    } else if (field.equals(SeriesInput.WHERE)) {
      StringJoiner all = new StringJoiner(",");
      json.members(field, label -> all.add(SeriesInput.where(label, json.string(label))));
      into.put(field, all.toString());
    } else if (field.equals(SeriesInput.BY) || (options.contains(field) && json.isArray())) {
      json.requireArray(field);
      StringJoiner all = new StringJoiner(",");
      while (json.nextElement()) {
        all.add(json.stringOrNumber(field));
      }
      into.put(field, all.toString());
    } else {
      into.put(field, json.stringOrNumber(field));
    }
  }
}
