//! ZIP archive of files stored as they are: the small part of the format (APPNOTE 4.3) that this takes.

/// Archive that is being written.
#[derive(Default)]
pub(crate) struct Archive {
    bytes: Vec<u8>,
    /// Directory of all files, which stands at the end.
    directory: Vec<u8>,
    files: u16,
}

impl Archive {
    /// Adds a file.
    pub(crate) fn add(&mut self, name: &str, content: &[u8]) {
        let (offset, size) = (self.bytes.len() as u32, content.len() as u32);
        // Version 2.0, names in UTF-8, stored; the first of January 1980, so that the same files are the same bytes.
        let mut head: Vec<u8> = [20, 1 << 11, 0, 0, 0x21].iter().flat_map(|field: &u16| field.to_le_bytes()).collect();
        head.extend([checksum(content), size, size].iter().flat_map(|field| field.to_le_bytes()));
        head.extend((name.len() as u16).to_le_bytes());
        head.extend([0, 0]);
        self.bytes.extend(b"PK\x03\x04");
        self.bytes.extend(&head);
        self.bytes.extend(name.as_bytes());
        self.bytes.extend(content);
        self.directory.extend(b"PK\x01\x02\x14\x00");
        self.directory.extend(&head);
        self.directory.extend([0; 10]);
        self.directory.extend(offset.to_le_bytes());
        self.directory.extend(name.as_bytes());
        self.files += 1;
    }

    /// Bytes of the whole archive.
    pub(crate) fn finish(mut self) -> Vec<u8> {
        let (start, size) = (self.bytes.len() as u32, self.directory.len() as u32);
        self.bytes.append(&mut self.directory);
        self.bytes.extend(b"PK\x05\x06\0\0\0\0");
        self.bytes.extend([self.files, self.files].iter().flat_map(|count| count.to_le_bytes()));
        self.bytes.extend([size, start].iter().flat_map(|field| field.to_le_bytes()));
        self.bytes.extend([0, 0]);
        self.bytes
    }
}

/// Checksum of ZIP (CRC-32, reflected).
fn checksum(bytes: &[u8]) -> u32 {
    let table: [u32; 256] = std::array::from_fn(|byte| {
        (0..8).fold(byte as u32, |sum, _| if sum & 1 == 1 { (sum >> 1) ^ 0xedb8_8320 } else { sum >> 1 })
    });
    !bytes.iter().fold(!0, |sum, &byte| (sum >> 8) ^ table[usize::from(sum as u8 ^ byte)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_check_sum_is_that_of_the_standard() {
        assert_eq!(checksum(b"123456789"), 0xcbf4_3926);
        assert_eq!(checksum(b""), 0);
    }

    #[test]
    fn the_parts_are_where_the_format_has_them() {
        let mut archive = Archive::default();
        archive.add("a", b"one");
        archive.add("bc", b"");
        let bytes = archive.finish();
        let end = &bytes[bytes.len() - 22..];
        assert_eq!((&end[..4], end[10]), (&b"PK\x05\x06"[..], 2));
        let start = u32::from_le_bytes(end[16..20].try_into().unwrap()) as usize;
        assert_eq!((start, &bytes[start..start + 4]), (30 + 1 + 3 + 30 + 2, &b"PK\x01\x02"[..]));
        assert_eq!(u32::from_le_bytes(end[12..16].try_into().unwrap()) as usize, 46 + 1 + 46 + 2);
        assert_eq!(&bytes[30..34], b"aone");
    }
}
