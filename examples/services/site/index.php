<?php
header('Content-Type: text/plain; charset=utf-8');
echo 'Hello from ', getenv('CARAVAN_INSTANCE'), ' at ', getenv('CARAVAN_SITE'), ', PHP ', PHP_VERSION, "\n";
