/**
 * Whether a header's value is made of visible ASCII characters and spaces. A signature covers bytes, one per character, so
 * a character above U+00FF would pass for the one that its lower byte stands for, and a spent nonce for a fresh one;
 * what a byte above 0x7F means, senders and servers disagree about; and a control character could imitate a separator.
 */
export function isFieldText(value: string): boolean {
  return !unsafe.test(value);
}

const unsafe = /[^ -~]/;
