//! A heap, and memory that devices read and write: the same, because addresses are what they seem.

use alloc::alloc::{alloc_zeroed, dealloc};
use core::{alloc::{GlobalAlloc, Layout}, cell::UnsafeCell, ptr::NonNull};
use linked_list_allocator::Heap;
use virtio_drivers::{BufferDirection, Hal, PhysAddr, PAGE_SIZE};

const HEAP_SIZE: usize = 8 << 20;

#[repr(align(4096))]
struct Space(UnsafeCell<[u8; HEAP_SIZE]>);
// SAFETY: only the heap touches it.
unsafe impl Sync for Space {}
static SPACE: Space = Space(UnsafeCell::new([0; HEAP_SIZE]));

struct OneThread(UnsafeCell<Heap>);
// SAFETY: there is one processor, and interrupt handlers allocate nothing.
unsafe impl Sync for OneThread {}

#[global_allocator]
static HEAP: OneThread = OneThread(UnsafeCell::new(Heap::empty()));

unsafe impl GlobalAlloc for OneThread {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        (*self.0.get()).allocate_first_fit(layout).map_or(core::ptr::null_mut(), NonNull::as_ptr)
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        (*self.0.get()).deallocate(NonNull::new_unchecked(memory), layout);
    }
}

/// To be called once, before anything is allocated.
pub fn prepare() {
    // SAFETY: called once, before anybody else can hold a reference.
    unsafe { (*HEAP.0.get()).init(SPACE.0.get().cast(), HEAP_SIZE) }
}

pub struct Devices;

// SAFETY: memory is mapped to where it is, so a pointer is an address for devices too; pages are aligned and zeroed.
unsafe impl Hal for Devices {
    fn dma_alloc(pages: usize, _: BufferDirection) -> (PhysAddr, NonNull<u8>) {
        // SAFETY: the size is above zero for every caller.
        let memory = unsafe { alloc_zeroed(layout(pages)) };
        (memory as PhysAddr, NonNull::new(memory).expect("the heap is full"))
    }

    unsafe fn dma_dealloc(_: PhysAddr, memory: NonNull<u8>, pages: usize) -> i32 {
        dealloc(memory.as_ptr(), layout(pages));
        0
    }

    unsafe fn mmio_phys_to_virt(address: PhysAddr, _: usize) -> NonNull<u8> {
        NonNull::new(address as *mut u8).expect("a device has registers")
    }

    unsafe fn share(buffer: NonNull<[u8]>, _: BufferDirection) -> PhysAddr {
        buffer.cast::<u8>().as_ptr() as PhysAddr
    }

    unsafe fn unshare(_: PhysAddr, _: NonNull<[u8]>, _: BufferDirection) {}
}

fn layout(pages: usize) -> Layout {
    Layout::from_size_align(pages * PAGE_SIZE, PAGE_SIZE).expect("whole pages")
}
