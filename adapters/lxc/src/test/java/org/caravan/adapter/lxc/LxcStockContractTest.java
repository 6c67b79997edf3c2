package org.caravan.adapter.lxc;

import org.caravan.adapter.CloudAdapter;
import org.caravan.adapter.CopySpec;
import org.caravan.adapter.testkit.AdapterGround;
import org.caravan.adapter.testkit.CloudAdapterContract;
import org.caravan.adapter.testkit.TinyImage;
import org.caravan.infrastructure.Host;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/** The contract on a stock Debian 12 in QEMU: {@code ./caravan bench stock-contract} runs it, in a quarter of an hour without KVM. */
@Tag("slow")
class LxcStockContractTest extends CloudAdapterContract {

    private static StockNode node;

    @BeforeAll
    static void standing() {
        node = StockNode.standing();
    }

    @AfterAll
    static void close() {
        if (node != null) {
            node.close();
        }
    }

    @Override
    protected AdapterGround ground() {
        return new LxcGround(node.host()) {
            @Override
            String on(String script) {
                return node.on(script);
            }

            @Override
            public CloudAdapter connect() {
                return node.adapter();
            }

            @Override
            public Host unreachableHost() {
                return node.unreachable();
            }

            @Override
            public CopySpec spec(int slot) {
                return spec(TinyImage.WEB, node.addresses(slot));
            }
        };
    }
}
