package io.quipu.http;

import io.vertx.core.buffer.Buffer;

/** A file of the class path as it is served. */
record StaticFile(String contentType, Buffer content, EntityTag tag) {}
