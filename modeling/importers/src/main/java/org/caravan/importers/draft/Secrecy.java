package org.caravan.importers.draft;

import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Detects by name and value whether a variable holds a secret. In doubt it counts as a secret, because a secret in a model cannot be
 * revoked.
 */
final class Secrecy {

    private static final Pattern NAME = Pattern.compile(
            "(?i)(PASSWORD|PASSWD|PASSPHRASE|SECRET|TOKEN|CREDENTIAL|API_?KEY|ACCESS_?KEY|PRIVATE_?KEY|ENCRYPTION_?KEY|SIGNING_?KEY"
                    + "|AUTH_?KEY|MASTER_?KEY|APP_?KEY|LICEN[CS]E_?KEY|SALT|(^|_)KEY"
                    + "|(?<!BY|COM|SUR|TRES|UNDER|OVER)PASS|(^|_)(PWD|PW|AUTH|DSN|COOKIE|PAT))"
                    + "(_(BASE|BASE64|B64|VALUE|HASH)|_[0-9A-Z]{1,3}|[0-9]{0,9})$");

    /** A user and password in a URL, a private key, a key of AWS, GitHub, Slack or Stripe, a JSON web token. */
    private static final Pattern VALUE = Pattern.compile(
            "(?s)[A-Za-z0-9]://[^/\\s:@]{0,200}:[^/\\s@]{1,500}@|(?i:password|passwd|pwd|secret|token)\\s*[=:]\\s*\\S"
                    + "|-----BEGIN|AKIA[0-9A-Z]{16}"
                    + "|gh[pousr]_[A-Za-z0-9]{20}|xox[abprs]-|[rs]k_(live|test)_|eyJ[A-Za-z0-9_-]{10,2000}\\.|glpat-");

    private static final Pattern HARMLESS = Pattern.compile("(?i)true|false|yes|no|on|off|[0-9]");

    private Secrecy() {}

    static boolean isSecret(String variable, String value) {
        if (variable.toUpperCase(Locale.ROOT).endsWith("_FILE") && value.startsWith("/")) {
            return false;
        }
        return VALUE.matcher(value).find() || (NAME.matcher(variable).find() && !HARMLESS.matcher(value).matches());
    }
}
