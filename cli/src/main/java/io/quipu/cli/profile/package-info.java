/** Addresses and keys of services, kept in a file under a name. */
@NullMarked
package io.quipu.cli.profile;

import org.jspecify.annotations.NullMarked;
