package io.quipu.service.auth;

/** The sender of a request, opaque to code that does not decide on access. */
public interface Principal {}
