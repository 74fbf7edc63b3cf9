package io.quipu.edge.live;

import io.quipu.edge.counters.DraftInput;
import io.quipu.edge.counters.SeriesInput;
import io.quipu.edge.web.JsonInput;
import io.quipu.engine.input.InvalidInput;
import io.quipu.engine.kind.Draft;
import io.quipu.engine.live.LiveMessages.Prefix;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.NameRange;
import io.quipu.engine.names.Namespace;
import io.quipu.service.AwaitedVerdicts;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Parses one message of a client in the form of the contract. Fields may be in any order. */
final class ClientMessageInput {
  private static final String MESSAGE = "message";
  private static final Map<String, Field> FIELDS = new HashMap<>();
  private static final Map<String, Type> TYPES = new HashMap<>();

  private enum Field {
    TYPE("type"),
    TOKEN("token"),
    REF("ref"),
    NAMESPACE("namespace"),
    COUNTERS("counters"),
    PREFIX("prefix"),
    BY(SeriesInput.BY),
    WHERE(SeriesInput.WHERE),
    MIN_INTERVAL("minIntervalMs"),
    COUNTER("counter"),
    CONFIRM(AwaitedVerdicts.CONFIRM);

    private final String label;

    Field(String label) {
      this.label = label;
    }
  }

  private enum Type {
    AUTHENTICATE("authenticate"),
    SUBSCRIBE("subscribe"),
    UNSUBSCRIBE("unsubscribe"),
    RECORD("record"),
    PING("ping"),
    PONG("pong");

    private final String label;

    Type(String label) {
      this.label = label;
    }

    /** Tells whether messages of this type may have a field. */
    boolean has(Field field) {
      return switch (field) {
        case TYPE, REF -> true;
        case TOKEN -> this == AUTHENTICATE;
        case NAMESPACE -> this == SUBSCRIBE || this == UNSUBSCRIBE || this == RECORD;
        case COUNTERS, PREFIX, BY, WHERE -> this == SUBSCRIBE || this == UNSUBSCRIBE;
        case MIN_INTERVAL -> this == SUBSCRIBE;
        case COUNTER, CONFIRM -> this == RECORD;
      };
    }

    /** The fields that messages of this type may have. */
    List<String> fields() {
      Stream<String> own = Stream.of(Field.values()).filter(this::has).map(field -> field.label);
      return (this == RECORD ? Stream.concat(own, DraftInput.FIELDS.stream()) : own)
          .sorted()
          .toList();
    }
  }

  static {
    for (Field field : Field.values()) {
      FIELDS.put(field.label, field);
    }
    for (Type type : Type.values()) {
      TYPES.put(type.label, type);
    }
  }

  private final Set<Field> seen = EnumSet.noneOf(Field.class);
  private @Nullable Type type;
  private @Nullable Long ref;
  private String namespace = Namespace.DEFAULT.name();
  private String counter = "";
  private String token = "";
  private List<String> counters = List.of();
  private String prefix = "";
  private @Nullable String by;
  private @Nullable String where;
  private long minIntervalMillis;
  private final Draft draft = new Draft();
  private boolean confirmed;

  private ClientMessageInput() {}

  /**
   * @throws InvalidInput naming the field that is invalid, missing or not allowed
   */
  static ClientMessage parse(ByteBuffer text) {
    ClientMessageInput input = new ClientMessageInput();
    return JsonInput.parse(text, input::message);
  }

  private ClientMessage message(JsonInput json) {
    json.requireObject(MESSAGE);
    String unknown = null;
    for (String name = json.nextField(); name != null; name = json.nextField()) {
      Field field = FIELDS.get(name);
      if (field == null) {
        if (!DraftInput.take(draft, name, json)) {
          // The type may come later, and which fields there are depends on it.
          unknown = unknown == null ? name : unknown;
          json.skip();
        }
      } else if (seen.add(field)) {
        take(field, json);
      } else {
        throw new InvalidInput(name, name + " is given twice");
      }
    }
    if (type == null) {
      throw missing(Field.TYPE);
    }
    if (unknown != null) {
      throw json.unknown(unknown, type.fields());
    }
    requireOnly(type);
    return switch (type) {
      case AUTHENTICATE -> new ClientMessage.Authenticate(ref, token());
      case SUBSCRIBE ->
          isByPrefix()
              ? new ClientMessage.SubscribePrefix(ref, prefix(), minInterval())
              : new ClientMessage.Subscribe(ref, namespace, names(), series(), minInterval());
      case UNSUBSCRIBE ->
          isByPrefix()
              ? new ClientMessage.UnsubscribePrefix(ref, prefix())
              : new ClientMessage.Unsubscribe(ref, namespace, names(), series());
      case RECORD -> new ClientMessage.Recording(ref, name(), draft, confirmed);
      case PING -> new ClientMessage.Ping(ref);
      case PONG -> new ClientMessage.Pong();
    };
  }

  private void take(Field field, JsonInput json) {
    switch (field) {
      case TYPE -> type = type(json.string(field.label));
      case TOKEN -> token = json.string(field.label);
      case REF -> ref = ref(json);
      case NAMESPACE -> namespace = json.string(field.label);
      case COUNTERS -> counters = strings(json);
      case PREFIX -> prefix = json.string(field.label);
      case BY -> by = json.string(field.label);
      case WHERE -> where = json.string(field.label);
      case MIN_INTERVAL -> minIntervalMillis = json.integer(field.label);
      case COUNTER -> counter = json.string(field.label);
      case CONFIRM -> confirmed = AwaitedVerdicts.isWanted(json.string(field.label));
    }
  }

  private static Type type(String label) {
    Type type = TYPES.get(label);
    if (type == null) {
      throw new InvalidInput(
          Field.TYPE.label,
          "type must be one of authenticate, subscribe, unsubscribe, record, ping, pong");
    }
    return type;
  }

  /**
   * Reads the number that the answer repeats.
   *
   * @throws InvalidInput if the value is no integer, or its magnitude is 2^63 - 1 or more
   */
  static long ref(JsonInput json) {
    long ref = json.integer(Field.REF.label);
    if (ref == Long.MAX_VALUE || ref <= -Long.MAX_VALUE) {
      throw new InvalidInput(Field.REF.label, "ref must be less than 2^63 - 1 in either direction");
    }
    return ref;
  }

  private static List<String> strings(JsonInput json) {
    String field = Field.COUNTERS.label;
    json.requireArray(field);
    List<String> strings = new ArrayList<>();
    while (json.nextElement()) {
      if (strings.size() == Subscriptions.LIMIT) {
        throw new InvalidInput(
            field, "counters must hold at most " + Subscriptions.LIMIT + " names");
      }
      strings.add(json.string(field + "[" + strings.size() + "]"));
    }
    return strings;
  }

  private void requireOnly(Type type) {
    for (Field field : seen) {
      if (!type.has(field)) {
        throw hasNo(type, field.label);
      }
    }
    Draft.Member member = draft.first();
    if (member != null && type != Type.RECORD) {
      throw hasNo(type, member.label());
    }
  }

  private static InvalidInput hasNo(Type type, String field) {
    return new InvalidInput(
        field,
        type.label
            + " has no field "
            + field
            + "; the fields are "
            + String.join(", ", type.fields()));
  }

  private CounterName name() {
    if (!seen.contains(Field.COUNTER)) {
      throw missing(Field.COUNTER);
    }
    return new CounterName(namespace, counter);
  }

  private String token() {
    if (!seen.contains(Field.TOKEN)) {
      throw missing(Field.TOKEN);
    }
    return token;
  }

  private boolean isByPrefix() {
    if (seen.contains(Field.PREFIX) && seen.contains(Field.COUNTERS)) {
      throw new InvalidInput(
          Field.PREFIX.label, "a message has counters or a prefix, and not both");
    }
    return seen.contains(Field.PREFIX);
  }

  private SeriesInput series() {
    return SeriesInput.of(Optional.ofNullable(by), Optional.ofNullable(where));
  }

  private Prefix prefix() {
    for (Field field : List.of(Field.BY, Field.WHERE)) {
      if (seen.contains(field)) {
        throw new InvalidInput(field.label, field.label + " is for counters, not for a prefix");
      }
    }
    CounterName.checkNamespace(namespace);
    NameRange.of(prefix);
    return new Prefix(namespace, prefix);
  }

  private Set<CounterName> names() {
    if (!seen.contains(Field.COUNTERS)) {
      throw missing(Field.COUNTERS);
    }
    if (counters.isEmpty()) {
      throw new InvalidInput(Field.COUNTERS.label, "counters must hold at least one name");
    }
    CounterName.checkNamespace(namespace);
    Set<CounterName> names = new LinkedHashSet<>();
    for (int i = 0; i < counters.size(); i++) {
      names.add(name(i));
    }
    return names;
  }

  private CounterName name(int index) {
    try {
      return new CounterName(namespace, counters.get(index));
    } catch (InvalidInput finding) {
      String element = Field.COUNTERS.label + "[" + index + "]";
      throw new InvalidInput(element, element + ": " + finding.detail());
    }
  }

  private Duration minInterval() {
    long longest = ClientMessage.LONGEST_INTERVAL.toMillis();
    if (minIntervalMillis < 0 || minIntervalMillis > longest) {
      throw new InvalidInput(
          Field.MIN_INTERVAL.label, "minIntervalMs must be a number from 0 to " + longest);
    }
    return Duration.ofMillis(minIntervalMillis);
  }

  private static InvalidInput missing(Field field) {
    return new InvalidInput(field.label, field.label + " is missing");
  }
}
