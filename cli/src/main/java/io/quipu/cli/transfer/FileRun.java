package io.quipu.cli.transfer;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * Makes the default name of a run that imports a file: a digest of the content and of its meaning.
 * Files with the same content get the same name of a run if they are read in the same way. The
 * names of the files have no influence.
 */
public final class FileRun {
  private static final int DIGITS = 32;
  private static final int BLOCK = 1 << 16;

  private FileRun() {}

  /**
   * @param meaning of the file, as {@link FileSettings#meaning} tells
   */
  public static String of(Path file, String meaning) throws IOException {
    try (InputStream bytes = Files.newInputStream(file)) {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update(meaning.getBytes(StandardCharsets.UTF_8));
      byte[] block = new byte[BLOCK];
      for (int read = bytes.read(block); read >= 0; read = bytes.read(block)) {
        digest.update(block, 0, read);
      }
      return HexFormat.of().formatHex(digest.digest()).substring(0, DIGITS);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has it", e);
    }
  }
}
