# Counterplay in a container: the browser app, at http://localhost:8017/.
#
#   docker build --tag counterplay .
#   docker run --rm --publish 127.0.0.1:8017:8017 counterplay
#   docker run --rm counterplay counterplay solve connect4
#
# The port inside and outside has to be the same: the server answers those that call it by its own name and port.

FROM rust:1.95.0-slim-bookworm AS build
WORKDIR /counterplay
COPY . .
# For other machines than this one: these flags take the place of those in .cargo/config.toml. The toolchain of the image
# is the one of rust-toolchain.toml, whose further components no build needs.
ENV RUSTFLAGS="-C target-cpu=x86-64-v2" RUSTUP_TOOLCHAIN=1.95.0
RUN cargo build --release --locked --package counterplay && strip target/release/counterplay

FROM debian:bookworm-slim
COPY --from=build /counterplay/target/release/counterplay /usr/local/bin/counterplay
COPY LICENSE-APACHE LICENSE-MIT /usr/local/share/doc/counterplay/
# Nothing is written but what a person asks for, and that into the home folder of a user without rights.
RUN useradd --create-home --uid 1000 counterplay
USER counterplay
WORKDIR /home/counterplay
EXPOSE 8017
CMD ["counterplay", "serve", "--no-open", "--address", "0.0.0.0", "--port", "8017"]
