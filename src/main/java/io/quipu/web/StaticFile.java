package io.quipu.web;

import io.vertx.core.buffer.Buffer;

/** A file of the class path as it is served. */
public record StaticFile(String contentType, Buffer content, EntityTag tag) {}
