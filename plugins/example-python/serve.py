"""The go-plugin handshake, without which no host starts a plugin: the cookie, the version, mutual TLS, the line.

Python's gRPC brings a TLS that refuses the host's kind of key (ECDSA P-521), so Python's own ssl module speaks TLS here
and hands the bytes on to gRPC over a socket that only this process can open.
"""

import base64
import datetime
import os
import selectors
import signal
import socket
import ssl
import sys
import tempfile
import threading
import time

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

CORE_PROTOCOL = 1  # of go-plugin
CONTRACT = 1  # of Kontor's plugins
COOKIE = "c8f2a36d5be04b17a5d9e0f4717e3a92"


def check_host():
    """Ends the program unless a host that speaks the contract started it."""
    if os.environ.get("KONTOR_PLUGIN") != COOKIE:
        sys.exit("This program is a plugin of Kontor; the shop starts it.")
    versions = os.environ.get("PLUGIN_PROTOCOL_VERSIONS", str(CONTRACT)).split(",")
    if str(CONTRACT) not in versions:
        sys.exit(f"The host speaks the versions {versions}, this plugin {CONTRACT}.")
    if not os.environ.get("PLUGIN_CLIENT_CERT"):
        sys.exit("The host named no certificate; without one anybody could call.")


def serve(start):
    """Serves until the host is gone. start(address) starts gRPC on an inner address and gives a function that stops it."""
    threading.Thread(target=_leave_with_host, args=(os.getppid(),), daemon=True).start()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C in the host's terminal is for the host
    folder = tempfile.mkdtemp(prefix="deposit", dir=os.environ.get("PLUGIN_UNIX_SOCKET_DIR") or None)  # mode 0700
    outer, inner = os.path.join(folder, "plugin"), os.path.join(folder, "grpc")
    stop = start("unix:" + inner)
    context, certificate = _tls()
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(outer)
    listener.listen(16)
    line = f"{CORE_PROTOCOL}|{CONTRACT}|unix|{outer}|grpc|{certificate}"
    print(line, flush=True)
    try:
        while True:
            plain, _ = listener.accept()
            threading.Thread(target=_join, args=(context, plain, inner), daemon=True).start()
    finally:
        stop()


def _tls():
    """Gives a context that lets the host in and nobody else, and the own certificate as the handshake has it."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    now = datetime.datetime.now(datetime.timezone.utc)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(minutes=1))
        .not_valid_after(now + datetime.timedelta(days=3650))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .sign(key, hashes.SHA256())
    )
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.verify_mode = ssl.CERT_REQUIRED
    context.load_verify_locations(cadata=os.environ["PLUGIN_CLIENT_CERT"])
    context.set_alpn_protocols(["h2"])
    with tempfile.NamedTemporaryFile() as file:  # ssl reads keys from files only
        file.write(certificate.public_bytes(serialization.Encoding.PEM))
        file.write(key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()))
        file.flush()
        context.load_cert_chain(file.name)
    der = certificate.public_bytes(serialization.Encoding.DER)
    return context, base64.b64encode(der).decode().rstrip("=")


def _join(context, plain, inner):
    """Joins a connection of the host with one to gRPC."""
    try:
        plain.settimeout(10)  # a stranger who says nothing is not waited for
        host = context.wrap_socket(plain, server_side=True)
        host.settimeout(None)
    except (OSError, ssl.SSLError):
        plain.close()
        return
    grpc = socket.socket(socket.AF_UNIX)
    grpc.connect(inner)
    _shuttle(host, grpc)


def _shuttle(host, grpc):
    """Passes bytes both ways in one thread: an SSL socket must not be read and written by two at once."""
    host.setblocking(False)
    grpc.setblocking(False)
    to_grpc, to_host = bytearray(), bytearray()
    with selectors.DefaultSelector() as selector:
        selector.register(host, selectors.EVENT_READ)
        selector.register(grpc, selectors.EVENT_READ)
        try:
            while True:
                selector.modify(host, selectors.EVENT_READ | (selectors.EVENT_WRITE if to_host else 0))
                selector.modify(grpc, selectors.EVENT_READ | (selectors.EVENT_WRITE if to_grpc else 0))
                if not host.pending():
                    selector.select()
                for source, buffer in ((host, to_grpc), (grpc, to_host)):
                    try:
                        data = source.recv(65536)
                        if not data:
                            return
                        buffer += data
                    except (BlockingIOError, ssl.SSLWantReadError, ssl.SSLWantWriteError):
                        pass
                for target, buffer in ((grpc, to_grpc), (host, to_host)):
                    try:
                        while buffer:
                            del buffer[: target.send(buffer)]
                    except (BlockingIOError, ssl.SSLWantReadError, ssl.SSLWantWriteError):
                        pass
        except OSError:
            return
        finally:
            host.close()
            grpc.close()


def _leave_with_host(host):
    """Ends the process when the host is gone, however it went."""
    while os.getppid() == host:
        time.sleep(0.5)
    os._exit(0)
