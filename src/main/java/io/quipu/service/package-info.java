/** The application service, called by the adapters of every protocol. */
@NullMarked
package io.quipu.service;

import org.jspecify.annotations.NullMarked;
