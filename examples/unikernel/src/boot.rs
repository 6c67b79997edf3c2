//! From the first instruction to Rust: QEMU enters in 32-bit mode (the PVH boot ABI) with the address of its start
//! information in ebx; we leave in 64-bit mode with the first 4 GiB of memory where they are.

use core::arch::global_asm;

global_asm!(
    r#"
.section .note.pvh, "a", @note
    .align 4
    .long 4, 4, 18                      # lengths of name and content; XEN_ELFNOTE_PHYS32_ENTRY
    .asciz "Xen"
    .long start_of_boot

.section .text.boot, "ax", @progbits
.code32
.global start_of_boot
start_of_boot:
    cli
    cld
    movl $boot_stack_end, %esp
    movl $directories, %edi             # 2048 pages of 2 MiB, present and writable
    movl $0x83, %eax
    movl $2048, %ecx
1:  movl %eax, (%edi)
    addl $8, %edi
    addl $0x200000, %eax
    loop 1b
    movl $directory_pointers, %edi
    movl $directories + 3, %eax
    movl $4, %ecx
2:  movl %eax, (%edi)
    addl $8, %edi
    addl $4096, %eax
    loop 2b
    movl $directory_pointers + 3, %eax
    movl %eax, page_map
    movl $page_map, %eax
    movl %eax, %cr3
    movl %cr4, %eax
    orl $0x20, %eax                     # physical address extension
    movl %eax, %cr4
    movl $0xC0000080, %ecx              # EFER: long mode
    rdmsr
    orl $0x100, %eax
    wrmsr
    movl %cr0, %eax
    orl $0x80000001, %eax               # paging, protection
    movl %eax, %cr0
    lgdt segments_pointer
    ljmp $8, $in_long_mode
.code64
in_long_mode:
    movw $16, %ax
    movw %ax, %ds
    movw %ax, %es
    movw %ax, %ss
    movq $boot_stack_end, %rsp
    movl %ebx, %edi
    call main
3:  hlt
    jmp 3b

.section .data
.align 16
segments:
    .quad 0, 0x00af9a000000ffff, 0x00cf92000000ffff
segments_pointer:
    .word 23
    .quad segments

.section .bss
.align 4096
page_map: .skip 4096
directory_pointers: .skip 4096
directories: .skip 16384
boot_stack: .skip 131072
boot_stack_end:
"#,
    options(att_syntax)
);

/// The command line in the start information (`hvm_start_info` of the PVH boot ABI).
///
/// # Safety
/// `start_information` is what the boot loader handed over.
pub unsafe fn command_line(start_information: *const u8) -> &'static str {
    const MAGIC: u32 = 0x336e_c578;
    const COMMAND_LINE: usize = 24;
    if start_information.cast::<u32>().read_unaligned() != MAGIC {
        return "";
    }
    let text = start_information.add(COMMAND_LINE).cast::<u64>().read_unaligned() as *const core::ffi::c_char;
    if text.is_null() {
        return "";
    }
    core::ffi::CStr::from_ptr(text).to_str().unwrap_or("")
}
