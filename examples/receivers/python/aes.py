"""AES-256-CBC decryption with PKCS#7 padding (FIPS 197, SP 800-38A, RFC 5652), since Python's standard library has none.

It is written to be read, not for secrecy against whoever measures the time that a table takes to look up: where such
an attacker is near, use the package `cryptography` instead.
"""


def _double(value):
    """Multiplies by x in GF(2^8), modulo x^8 + x^4 + x^3 + x + 1."""
    value <<= 1
    return value ^ 0x11B if value & 0x100 else value


def _multiply(a, b):
    product = 0
    while b:
        if b & 1:
            product ^= a
        a, b = _double(a), b >> 1
    return product


def _substitution():
    """The S-box: the inverse in GF(2^8), then an affine map."""
    box = [0] * 256
    for value in range(256):
        inverse = next((other for other in range(256) if _multiply(value, other) == 1), 0)
        spread = inverse
        for turn in range(1, 5):
            spread ^= (inverse << turn | inverse >> (8 - turn)) & 0xFF
        box[value] = spread ^ 0x63
    return box


_SBOX = _substitution()
_INVERSE_SBOX = [_SBOX.index(value) for value in range(256)]
_ROUNDS = 14


def _unmixed(value, turn):
    """The contribution of one byte to its column in InvMixColumns, as a word, for the byte's row."""
    factors = [14, 9, 13, 11]
    parts = [_multiply(value, factors[(row - turn) % 4]) for row in range(4)]
    return int.from_bytes(bytes(parts), "big")


_UNMIX = [[_unmixed(value, turn) for value in range(256)] for turn in range(4)]
# InvSubBytes and InvMixColumns in one step.
_UNROUND = [[table[_INVERSE_SBOX[value]] for value in range(256)] for table in _UNMIX]


def _expanded(key):
    """The key schedule: 60 words of four bytes."""
    words = [list(key[at : at + 4]) for at in range(0, 32, 4)]
    constant = 1
    for at in range(8, 4 * (_ROUNDS + 1)):
        word = words[at - 1]
        if at % 8 == 0:
            word = [_SBOX[byte] for byte in word[1:] + word[:1]]
            word[0] ^= constant
            constant = _double(constant)
        elif at % 8 == 4:
            word = [_SBOX[byte] for byte in word]
        words.append([a ^ b for a, b in zip(words[at - 8], word)])
    return words


def _decryption_keys(key):
    """The round keys of the equivalent inverse cipher, last round first, as words."""
    words = _expanded(key)
    rounds = []
    for number in range(_ROUNDS, -1, -1):
        keys = words[4 * number : 4 * number + 4]
        if 0 < number < _ROUNDS:
            rounds.append([_UNMIX[0][a] ^ _UNMIX[1][b] ^ _UNMIX[2][c] ^ _UNMIX[3][d] for a, b, c, d in keys])
        else:
            rounds.append([int.from_bytes(bytes(word), "big") for word in keys])
    return rounds


def _decrypt_block(block, rounds):
    t0, t1, t2, t3 = _UNROUND
    first, last = rounds[0], rounds[-1]
    a, b, c, d = (int.from_bytes(block[4 * i : 4 * i + 4], "big") ^ first[i] for i in range(4))
    for k0, k1, k2, k3 in rounds[1:-1]:
        a, b, c, d = (
            t0[a >> 24] ^ t1[d >> 16 & 255] ^ t2[c >> 8 & 255] ^ t3[b & 255] ^ k0,
            t0[b >> 24] ^ t1[a >> 16 & 255] ^ t2[d >> 8 & 255] ^ t3[c & 255] ^ k1,
            t0[c >> 24] ^ t1[b >> 16 & 255] ^ t2[a >> 8 & 255] ^ t3[d & 255] ^ k2,
            t0[d >> 24] ^ t1[c >> 16 & 255] ^ t2[b >> 8 & 255] ^ t3[a & 255] ^ k3,
        )
    plain = bytearray()
    for column, words in enumerate(((a, d, c, b), (b, a, d, c), (c, b, a, d), (d, c, b, a))):
        shifted = (_INVERSE_SBOX[word >> (24 - 8 * row) & 255] for row, word in enumerate(words))
        plain += (int.from_bytes(bytes(shifted), "big") ^ last[column]).to_bytes(4, "big")
    return bytes(plain)


def decrypt_cbc(key, vector, ciphertext):
    """The plaintext. Raises ValueError for a wrong length or padding."""
    if len(key) != 32 or len(vector) != 16 or not ciphertext or len(ciphertext) % 16:
        raise ValueError("not whole blocks")
    rounds = _decryption_keys(key)
    plain = bytearray()
    for at in range(0, len(ciphertext), 16):
        block = ciphertext[at : at + 16]
        decrypted = int.from_bytes(_decrypt_block(block, rounds), "big") ^ int.from_bytes(vector, "big")
        plain += decrypted.to_bytes(16, "big")
        vector = block
    padding = plain[-1]
    if not 1 <= padding <= 16 or plain[-padding:] != bytes([padding]) * padding:
        raise ValueError("wrong padding")
    return bytes(plain[:-padding])
