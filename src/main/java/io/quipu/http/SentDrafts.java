package io.quipu.http;

import io.quipu.kind.Draft;
import java.util.List;

/** The events of one request for one counter; an array is answered as one, whatever its length. */
record SentDrafts(List<Draft> drafts, boolean isArray) {
  static SentDrafts single(Draft draft) {
    return new SentDrafts(List.of(draft), false);
  }
}
