//! PNG files: the chunks, and the filter of the rows.

use miniz_oxide::deflate::compress_to_vec_zlib;

/// Effort of the compression, from 0 to 10.
const EFFORT: u8 = 7;

/// PNG of a picture with three bytes a pixel.
pub(crate) fn encode(width: u32, height: u32, pixels: &[u8]) -> Vec<u8> {
    let row = width as usize * 3;
    let mut rows = Vec::with_capacity((row + 1) * height as usize);
    let mut above = vec![0; row];
    for line in pixels.chunks_exact(row) {
        // Filter 2: the difference to the row above, which is nothing in most of a board.
        rows.push(2);
        rows.extend(line.iter().zip(&above).map(|(now, before)| now.wrapping_sub(*before)));
        above.copy_from_slice(line);
    }
    let mut file = b"\x89PNG\r\n\x1a\n".to_vec();
    let mut header = [width.to_be_bytes(), height.to_be_bytes()].concat();
    // Eight bits, three colours, and the usual ways of everything else.
    header.extend([8, 2, 0, 0, 0]);
    chunk(&mut file, *b"IHDR", &header);
    chunk(&mut file, *b"IDAT", &compress_to_vec_zlib(&rows, EFFORT));
    chunk(&mut file, *b"IEND", &[]);
    file
}

fn chunk(file: &mut Vec<u8>, name: [u8; 4], content: &[u8]) {
    file.extend((content.len() as u32).to_be_bytes());
    let from = file.len();
    file.extend(name);
    file.extend(content);
    let sum = checksum(&file[from..]);
    file.extend(sum.to_be_bytes());
}

/// CRC-32, as PNG has it.
fn checksum(bytes: &[u8]) -> u32 {
    let step = |sum: u32, byte: &u8| {
        (0..8).fold(sum ^ u32::from(*byte), |sum, _| if sum & 1 == 1 { 0xedb8_8320 ^ (sum >> 1) } else { sum >> 1 })
    };
    !bytes.iter().fold(u32::MAX, step)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checksum_is_the_one_that_everybody_has() {
        assert_eq!(checksum(b"123456789"), 0xcbf4_3926);
        assert_eq!(checksum(b"IEND"), 0xae42_6082);
    }

    #[test]
    fn what_is_encoded_can_be_taken_apart_again() {
        let pixels: Vec<u8> = (0..2 * 3 * 3).map(|value| value * 7).collect();
        let file = encode(2, 3, &pixels);
        let at = file.windows(4).position(|name| name == b"IDAT").unwrap();
        let length = u32::from_be_bytes(file[at - 4..at].try_into().unwrap()) as usize;
        let rows = miniz_oxide::inflate::decompress_to_vec_zlib(&file[at + 4..at + 4 + length]).unwrap();
        let mut found: Vec<u8> = Vec::new();
        for row in rows.chunks_exact(7) {
            assert_eq!(row[0], 2);
            for (column, value) in row[1..].iter().enumerate() {
                let above = if found.len() >= 6 { found[found.len() - 6] } else { 0 };
                assert!(column < 6);
                found.push(value.wrapping_add(above));
            }
        }
        assert_eq!(found, pixels);
    }
}
